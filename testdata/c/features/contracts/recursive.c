// the requirements of the entry function are not checked at further calls
// expect: refused, a call of f, the entry function, whose contract requires something
// flags: --entry f
// run: no, compilers know no contracts
int f(int n)
  __CPROVER_requires(n > 0)
{
  return n > 1 ? f(n - 2) : 1;
}
