// a loop invariant holds whenever control is at the head
// expect: TRUE
// flags: --entry sum
// run: no, compilers know no contracts
int sum(unsigned char n) {
  int i = 0, s = 0;
  while (i < n)
    __CPROVER_assigns(i, s)
    __CPROVER_loop_invariant(0 <= i && i <= n && s == 2 * i)
    __CPROVER_decreases(n - i)
  {
    i++;
    s += 2;
  }
  return s;
}
