// ptr swap: the assertions hold: true
#include <assert.h>
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  int x = 1, y = 2;
  swap(&x, &y);
  assert((long long)(x) == 2);
  assert((long long)(y) == 1);
  return 0;
}
