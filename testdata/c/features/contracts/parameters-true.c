// parameters in an ensures clause have the values of the call
// expect: TRUE
// flags: --entry f
// run: no, compilers know no contracts
int f(int n)
  __CPROVER_ensures(__CPROVER_return_value == n)
{
  int k = n;
  n = 7;
  return k;
}
