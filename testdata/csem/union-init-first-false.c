// union init-first: the assertions hold: false
#include <assert.h>
union u { int i; char c; };
int main(void) {
  union u u = {65};
  assert((long long)(u.c) != 65);
  return 0;
}
