// call modifies-param: the assertions hold: false
#include <assert.h>
int f(int n) { int s = 0; while (n) { s += n % 10; n /= 10; } return s; }
int main(void) {
  int n = 1234;
  assert((long long)(f(n)) == 10);
  assert((long long)(n) != 1234);
  return 0;
}
