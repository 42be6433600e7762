// switch long: the assertions hold: false
#include <assert.h>
int f(long x) { switch (x) { case 4294967296L: return 1; case 0: return 2; } return 3; }
int main(void) {
  assert((long long)(f(4294967296L)) == 1);
  assert((long long)(f(0)) != 2);
  return 0;
}
