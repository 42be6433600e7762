// a failing assert is an error
// expect: FALSE
// inputs: 3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <assert.h>

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  assert(x == 4);
  return 0;
}
