// ops uchar-bool: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  _Bool b = 1;
  assert((long long)(a + b) == 201);
  assert((long long)(a - b) == 199);
  assert((long long)(a * b) == 200);
  assert((long long)(a / b) == 200);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 201);
  assert((long long)(a ^ b) == 201);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 400);
  assert((long long)(a >> (b & 7)) == 100);
  return 0;
}
