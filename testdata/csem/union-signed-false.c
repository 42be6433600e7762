// union signed: the assertions hold: false
#include <assert.h>
union u { int s; unsigned u; };
int main(void) {
  union u u;
  u.s = -1;
  assert((long long)(u.u) == 4294967295LL);
  u.u = 5;
  assert((long long)(u.s) != 5);
  return 0;
}
