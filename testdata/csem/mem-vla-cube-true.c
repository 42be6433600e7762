// mem vla-cube: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 2, k = 0;
  int a[n][n + 1][n + 2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int l = 0; l < 4; l++)
        a[i][j][l] = k++;
  assert((long long)(a[1][2][3]) == 23);
  assert((long long)(a[1][0][0]) == 12);
  assert((long long)(a[0][2][1]) == 9);
  return 0;
}
