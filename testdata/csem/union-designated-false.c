// union designated: the assertions hold: false
#include <assert.h>
union u { char c; int i; };
int main(void) {
  union u u = {.i = 1000};
  assert((long long)(u.i) != 1000);
  return 0;
}
