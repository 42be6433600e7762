// switch plain: the assertions hold: true
#include <assert.h>
int f(int x) { switch (x) { case 1: return 10; case 2: return 20; default: return -1; } }
int main(void) {
  assert((long long)(f(1)) == 10);
  assert((long long)(f(2)) == 20);
  assert((long long)(f(3)) == -1);
  return 0;
}
