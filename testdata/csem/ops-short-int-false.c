// ops short-int: the assertions hold: false
#include <assert.h>
int main(void) {
  short a = -30000;
  int b = -17;
  assert((long long)(a + b) == -30017);
  assert((long long)(a - b) == -29983);
  assert((long long)(a * b) == 510000);
  assert((long long)(a / b) == 1764);
  assert((long long)(a % b) == -12);
  assert((long long)(a & b) == -30016);
  assert((long long)(a | b) == -1);
  assert((long long)(a ^ b) == 30015);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3840000);
  assert((long long)(a >> (b & 7)) != -235);
  return 0;
}
