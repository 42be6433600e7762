// conv minus-one-unsigned: the assertions hold: true
#include <assert.h>
int main(void) {
  int i = -1;
  unsigned u = 1;
  assert((long long)(i < u) == 0);
  assert((long long)(i > u) == 1);
  assert((long long)((long)i < (long)u) == 1);
  assert((long long)(i + u) == 0);
  return 0;
}
