// builtin choose: the assertions hold: false
#include <assert.h>
int main(void) {
  assert((long long)(__builtin_choose_expr(1, 2, 3)) == 2);
  assert((long long)(__builtin_types_compatible_p(int, int)) == 1);
  assert((long long)(__builtin_types_compatible_p(int, long)) != 0);
  return 0;
}
