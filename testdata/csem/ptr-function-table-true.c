// ptr function-table: the assertions hold: true
#include <assert.h>
int inc(int x) { return x + 1; }
int dbl(int x) { return x * 2; }
int (*t[2])(int) = {inc, dbl};
int main(void) {
  int x = 5;
  for (int i = 0; i < 4; i++)
    x = t[i & 1](x);
  assert((long long)(x) == 26);
  return 0;
}
