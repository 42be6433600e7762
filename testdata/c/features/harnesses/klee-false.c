// klee_make_symbolic, klee_assume, klee_range, klee_int and klee_assert
// expect: FALSE
// run: no, gcc does not know the functions
#include <klee/klee.h>
int main(void) {
  int x, a[2];
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(a, sizeof a, "a");
  klee_assume(x > 3 & a[1] > 3);
  int y = klee_range(0, 4, "y");
  klee_assert(a[1] - y > 1);
}
