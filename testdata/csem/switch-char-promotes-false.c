// switch char-promotes: the assertions hold: false
#include <assert.h>
int f(unsigned char c) { switch (c) { case 255: return 1; case -1: return 2; } return 0; }
int main(void) {
  assert((long long)(f(255)) == 1);
  assert((long long)(f((unsigned char)-1)) != 1);
  return 0;
}
