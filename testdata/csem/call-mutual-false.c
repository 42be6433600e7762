// call mutual: the assertions hold: false
#include <assert.h>
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  assert((long long)(even(10)) == 1);
  assert((long long)(odd(7)) == 1);
  assert((long long)(even(3)) != 0);
  return 0;
}
