// ptr function: the assertions hold: false
#include <assert.h>
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int main(void) {
  int (*f)(int, int) = add;
  int r = f(5, 3);
  f = &sub;
  assert((long long)(r) == 8);
  assert((long long)(f(5, 3)) == 2);
  assert((long long)((*f)(1, 2)) == -1);
  assert((long long)(f == sub) != 1);
  return 0;
}
