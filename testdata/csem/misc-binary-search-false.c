// misc binary-search: the assertions hold: false
#include <assert.h>
int find(const int *a, int n, int x) {
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int m = lo + (hi - lo) / 2;
    if (a[m] == x) return m;
    if (a[m] < x) lo = m + 1; else hi = m - 1;
  }
  return -1;
}
int main(void) {
  int a[] = {1, 3, 5, 7, 9, 11};
  assert((long long)(find(a, 6, 7)) == 3);
  assert((long long)(find(a, 6, 4)) != -1);
  return 0;
}
