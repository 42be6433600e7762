// a constructor runs before the requirements of the entry function are assumed
// expect: refused, a contract that requires something of f, the entry function, which is a constructor, too
// flags: --entry f
// run: no, compilers know no contracts
extern void reach_error(void);
int g;
__attribute__((constructor)) void f(void)
  __CPROVER_requires(g > 0)
{
  if (g <= 0) reach_error();
}
