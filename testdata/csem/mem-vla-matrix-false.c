// mem vla-matrix: the assertions hold: false
#include <assert.h>
int trace(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n && i < m; i++) s += a[i][i]; return s; }
int main(void) {
  int n = 3, m = 4;
  int a[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = 10 * i + j;
  assert((long long)(a[2][3]) == 23);
  assert((long long)(a[1][0]) == 10);
  assert((long long)(*(a[2] + 1)) == 21);
  assert((long long)(*a[1]) == 10);
  assert((long long)(trace(n, m, a)) == 33);
  assert((long long)(sizeof a) == 48);
  assert((long long)(sizeof a[0]) == 16);
  assert((long long)(&a[2][1] - &a[0][0]) != 9);
  return 0;
}
