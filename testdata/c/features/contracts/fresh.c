// contracts about fresh objects
// expect: refused, __CPROVER_is_fresh in a contract
// flags: --entry f
// run: no, compilers know no contracts
int f(int *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
{
  return *p;
}
