// call nested-args: the assertions hold: true
#include <assert.h>
int f(int a, int b) { return a * 10 + b; }
int main(void) {
  assert((long long)(f(f(1, 2), f(3, 4))) == 154);
  return 0;
}
