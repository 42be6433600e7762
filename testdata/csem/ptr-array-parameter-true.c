// ptr array-parameter: the assertions hold: true
#include <assert.h>
int sum(int a[], int n) { int s = 0; while (n-- > 0) s += a[n]; return s; }
int size(int a[10]) { return sizeof a == sizeof(int *); }
int main(void) {
  int a[3] = {4, 5, 6};
  assert((long long)(sum(a, 3)) == 15);
  assert((long long)(sum(a + 1, 2)) == 11);
  assert((long long)(size(a)) == 1);
  return 0;
}
