// the requirements of the entry function are assumed
// expect: TRUE
// flags: --entry half
// run: no, compilers know no contracts
int half(int n)
  __CPROVER_requires(n >= 0)
  __CPROVER_requires(n <= 100)
  __CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= 50)
  __CPROVER_assigns()
{
  return n / 2;
}
