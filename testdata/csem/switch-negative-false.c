// switch negative: the assertions hold: false
#include <assert.h>
int f(int x) { switch (x) { case -1: return 1; case 'a': return 2; case 1 << 4: return 3; } return 0; }
int main(void) {
  assert((long long)(f(-1)) == 1);
  assert((long long)(f('a')) == 2);
  assert((long long)(f(16)) != 3);
  return 0;
}
