// ops int-long: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -2147483000;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1232420407123LL);
  assert((long long)(a - b) == -1236715373123LL);
  assert((long long)(a * b) == 5117590229165023704LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == -2147483000);
  assert((long long)(a & b) == 1232655614088LL);
  assert((long long)(a | b) == -235206965);
  assert((long long)(a ^ b) == -1232890821053LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 5184);
  assert((long long)(a >> (b & 7)) != -268435375);
  return 0;
}
