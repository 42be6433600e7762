// ops ulong-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  unsigned b = 77;
  assert((long long)(a + b) == -446744073709551539LL);
  assert((long long)(a - b) == -446744073709551693LL);
  assert((long long)(a * b) == 2494194471783628800LL);
  assert((long long)(a / b) == 233766233766233766LL);
  assert((long long)(a % b) == 18);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551539LL);
  assert((long long)(a ^ b) == -446744073709551539LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4150933715003899904LL);
  assert((long long)(a >> (b & 7)) != 562500000000000000LL);
  return 0;
}
