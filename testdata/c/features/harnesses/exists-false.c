// __CPROVER_exists, which holds where it is shown to
// expect: FALSE
// run: no, gcc does not know the functions
int main(void) {
  int a[3] = {1, 2, 3};
  if (__CPROVER_exists { int i; i >= 0 && i < 3 && a[i] == 2 }) __CPROVER_assert(0, "found");
}
