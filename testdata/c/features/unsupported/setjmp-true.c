// setjmp returns 0 from its call, and once more only where longjmp is called
// expect: TRUE
// inputs: 1
extern void reach_error(void);

#include <setjmp.h>
static jmp_buf b;
extern int __VERIFIER_nondet_int(void);

static void leave(int x) {
  if (x > 5) longjmp(b, 1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (setjmp(b)) reach_error();
  if (x < 4) leave(x);
  return 0;
}
