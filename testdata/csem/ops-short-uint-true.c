// ops short-uint: the assertions hold: true
#include <assert.h>
int main(void) {
  short a = -30000;
  unsigned b = 77;
  assert((long long)(a + b) == 4294937373LL);
  assert((long long)(a - b) == 4294937219LL);
  assert((long long)(a * b) == 4292657296LL);
  assert((long long)(a / b) == 55778406);
  assert((long long)(a % b) == 34);
  assert((long long)(a & b) == 64);
  assert((long long)(a | b) == 4294937309LL);
  assert((long long)(a ^ b) == 4294937245LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -960000);
  assert((long long)(a >> (b & 7)) == -938);
  return 0;
}
