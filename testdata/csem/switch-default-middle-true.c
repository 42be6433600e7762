// switch default-middle: the assertions hold: true
#include <assert.h>
int f(int x) { int r = 0; switch (x) { case 1: r += 1; default: r += 10; case 2: r += 100; } return r; }
int main(void) {
  assert((long long)(f(1)) == 111);
  assert((long long)(f(2)) == 100);
  assert((long long)(f(7)) == 110);
  return 0;
}
