// whether freed memory, or memory whose block has ended, passes __CPROVER_r_ok
// expect: over-approximated, points into no object
// run: no, gcc does not know the functions
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  __CPROVER_assert(__CPROVER_r_ok(p, sizeof *p), "the block has ended");
}
