// a variable argument may be any value
// expect: FALSE
// inputs: 4
extern void reach_error(void);

#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);
static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  while (n-- > 0) s += va_arg(ap, int);
  va_end(ap);
  return s;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (!(sum(2, x, 0) == x)) reach_error();
  if (sum(2, x, 1) == 5) reach_error();
  return 0;
}
