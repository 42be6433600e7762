// an error in an execution that ends before an unsupported construct is found
// expect: FALSE
// inputs: 5
extern void reach_error(void);

#include <setjmp.h>
static jmp_buf b;
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), s = 0;
  if (setjmp(b)) return 1;
  if (x == 7) longjmp(b, 1);
  for (int i = 0; i < 4; i++) s += i;
  if (x == 5 && s == 6) reach_error();
  return 0;
}
