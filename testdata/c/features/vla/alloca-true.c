// memory from alloca lives until the function ends
// expect: TRUE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <alloca.h>
static int f(int n) {
  int *p = 0;
  { p = alloca(n * sizeof *p); }
  for (int i = 0; i < n; i++) p[i] = i * i;
  return p[n - 1];
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 4);
  if (f(n) != 9) reach_error();
  if (f(3) != 4) reach_error();
  return 0;
}
