// call knr: the assertions hold: true
#include <assert.h>
int f(a, b) int a; char b; { return a * b; }
int main(void) {
  assert((long long)(f(3, 4)) == 12);
  return 0;
}
