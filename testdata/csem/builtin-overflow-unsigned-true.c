// builtin overflow-unsigned: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned u;
  _Bool a = __builtin_sub_overflow(3u, 5u, &u);
  signed char c;
  _Bool b = __builtin_add_overflow(100, 100, &c);
  assert((long long)(a) == 1);
  assert((long long)(u) == 4294967294LL);
  assert((long long)(b) == 1);
  assert((long long)(c) == -56);
  return 0;
}
