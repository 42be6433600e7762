// ops long-uchar: the assertions hold: true
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  unsigned char b = 13;
  assert((long long)(a + b) == -8999999999999999987LL);
  assert((long long)(a - b) == -9000000000000000013LL);
  assert((long long)(a * b) == -6319535557742690304LL);
  assert((long long)(a / b) == -692307692307692307LL);
  assert((long long)(a % b) == -9);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -8999999999999999987LL);
  assert((long long)(a ^ b) == -8999999999999999987LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 7147905179352825856LL);
  assert((long long)(a >> (b & 7)) == -281250000000000000LL);
  return 0;
}
