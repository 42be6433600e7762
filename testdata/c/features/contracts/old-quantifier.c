// values at the entry in a quantifier
// expect: over-approximated, __CPROVER_old in a quantifier
// run: no, compilers know no contracts
int a[3];
static void f(void)
  __CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] == __CPROVER_old(a[i]) })
{
}
int main(void) {
  a[0] = 1;
  f();
  return 0;
}
