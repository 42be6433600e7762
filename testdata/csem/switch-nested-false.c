// switch nested: the assertions hold: false
#include <assert.h>
int f(int a, int b) {
  switch (a) {
  case 0:
    switch (b) { case 0: return 1; case 1: break; default: return 3; }
    return 4;
  case 1: return 5;
  }
  return 6;
}
int main(void) {
  assert((long long)(f(0, 0)) == 1);
  assert((long long)(f(0, 1)) == 4);
  assert((long long)(f(0, 2)) == 3);
  assert((long long)(f(1, 0)) == 5);
  assert((long long)(f(2, 0)) != 6);
  return 0;
}
