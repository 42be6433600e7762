// the requirements of the entry function are not checked at calls through a pointer
// expect: refused, the address of f, the entry function, whose contract requires something
// flags: --entry f
// run: no, compilers know no contracts
extern void reach_error(void);
int f(int x);
static int (*p)(int) = f;
int f(int x)
  __CPROVER_requires(x > 0)
{
  if (x == 5) p(-1);
  if (x <= 0) reach_error();
  return x;
}
