// switch ranges: the assertions hold: false
#include <assert.h>
int f(int x) { switch (x) { case 0 ... 9: return 1; case 10 ... 19: return 2; } return 3; }
int main(void) {
  assert((long long)(f(0)) == 1);
  assert((long long)(f(9)) == 1);
  assert((long long)(f(10)) == 2);
  assert((long long)(f(20)) == 3);
  assert((long long)(f(-1)) != 3);
  return 0;
}
