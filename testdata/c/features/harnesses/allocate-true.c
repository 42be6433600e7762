// __CPROVER_allocate
// expect: TRUE
// run: no, gcc does not know the functions
int main(void) {
  int *p = __CPROVER_allocate(sizeof *p, 1);
  __CPROVER_assert(*p == 0, "cleared");
}
