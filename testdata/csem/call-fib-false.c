// call fib: the assertions hold: false
#include <assert.h>
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
int main(void) {
  assert((long long)(fib(10)) != 55);
  return 0;
}
