// union copy: the assertions hold: true
#include <assert.h>
union u { long l; int i[2]; };
int main(void) {
  union u a, b;
  a.l = 0x0000000500000007L;
  b = a;
  assert((long long)(b.i[0]) == 7);
  assert((long long)(b.i[1]) == 5);
  return 0;
}
