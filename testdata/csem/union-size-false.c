// union size: the assertions hold: false
#include <assert.h>
union u { char c; int i; long l; char a[9]; };
int main(void) {
  assert((long long)(sizeof(union u)) != 16);
  return 0;
}
