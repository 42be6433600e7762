// a function satisfies its contract
// expect: FALSE
// flags: --entry largest
// run: no, compilers know no contracts
static int largest(int x, int y)
  __CPROVER_ensures(__CPROVER_return_value >= x && __CPROVER_return_value > y)
{
  return x > y ? x : y;
}
