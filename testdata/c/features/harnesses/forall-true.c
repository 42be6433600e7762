// __CPROVER_forall, and ==>
// expect: TRUE
// run: no, gcc does not know the functions
int nondet_int(void);
int main(void) {
  int a[3] = {1, 2, 3}, k = nondet_int();
  if (k >= 0 && k < 3) a[k] = 5;
  __CPROVER_assert(__CPROVER_forall { int i; (i >= 0 && i < 3) ==> a[i] > 0 }, "all");
}
