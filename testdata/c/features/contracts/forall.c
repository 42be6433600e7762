// quantifiers in contracts
// expect: refused, __CPROVER_forall in a contract
// flags: --entry f
// run: no, compilers know no contracts
int f(int n)
  __CPROVER_requires(__CPROVER_forall { int i; i > n || i <= n })
{
  return n;
}
