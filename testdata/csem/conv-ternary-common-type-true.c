// conv ternary-common-type: the assertions hold: true
#include <assert.h>
int main(void) {
  int i = -1;
  unsigned u = 2;
  long l = 1 ? i : u;
  long m = 1 ? (long)i : u;
  assert((long long)(l) == 4294967295LL);
  assert((long long)(m) == -1);
  return 0;
}
