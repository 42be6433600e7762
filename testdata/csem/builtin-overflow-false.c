// builtin overflow: the assertions hold: false
#include <assert.h>
int main(void) {
  int r, s;
  _Bool a = __builtin_add_overflow(2147483647, 1, &r);
  _Bool b = __builtin_mul_overflow(3, 4, &s);
  assert((long long)(a) == 1);
  assert((long long)(r) == -2147483648LL);
  assert((long long)(b) == 0);
  assert((long long)(s) != 12);
  return 0;
}
