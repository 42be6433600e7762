// ptr function-argument: the assertions hold: false
#include <assert.h>
int apply(int (*f)(int), int x) { return f(f(x)); }
int sq(int x) { return x * x; }
int main(void) {
  assert((long long)(apply(sq, 3)) != 81);
  return 0;
}
