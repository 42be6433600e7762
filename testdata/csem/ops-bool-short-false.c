// ops bool-short: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  short b = 123;
  assert((long long)(a + b) == 124);
  assert((long long)(a - b) == -122);
  assert((long long)(a * b) == 123);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 123);
  assert((long long)(a ^ b) == 122);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 8);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
