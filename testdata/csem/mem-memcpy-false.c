// mem memcpy: the assertions hold: false
#include <assert.h>
void *memcpy(void *, const void *, unsigned long);
struct s { int a; short b; };
int main(void) {
  struct s x = {1, 2}, y = {0, 0};
  memcpy(&y, &x, sizeof x);
  assert((long long)(y.a) == 1);
  assert((long long)(y.b) == 2);
  int a[4] = {1, 2, 3, 4};
  memcpy(a, a + 2, 2 * sizeof(int));
  assert((long long)(a[0]) == 3);
  assert((long long)(a[1]) != 4);
  return 0;
}
