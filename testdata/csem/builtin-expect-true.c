// builtin expect: the assertions hold: true
#include <assert.h>
int main(void) {
  int x = 5;
  assert((long long)(__builtin_expect(x > 3, 1)) == 1);
  assert((long long)(__builtin_expect(x, 0)) == 5);
  return 0;
}
