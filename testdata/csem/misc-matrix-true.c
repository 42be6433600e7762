// misc matrix: the assertions hold: true
#include <assert.h>
int main(void) {
  int a[2][2] = {{1, 2}, {3, 4}}, b[2][2] = {{5, 6}, {7, 8}}, c[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 2; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
  assert((long long)(c[0][0]) == 19);
  assert((long long)(c[1][1]) == 50);
  assert((long long)(c[0][1] - c[1][0]) == -21);
  return 0;
}
