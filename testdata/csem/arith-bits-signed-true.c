// arith bits-signed: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = -6, b = 5;
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -1);
  assert((long long)(a ^ b) == -1);
  assert((long long)(~a) == 5);
  assert((long long)(a & -a) == 2);
  return 0;
}
