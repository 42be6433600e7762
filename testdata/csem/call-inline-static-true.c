// call inline-static: the assertions hold: true
#include <assert.h>
static inline int max(int a, int b) { return a > b ? a : b; }
int main(void) {
  assert((long long)(max(3, 7)) == 7);
  assert((long long)(max(-3, -7)) == -3);
  return 0;
}
