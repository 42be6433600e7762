// ptr to-array-row: the assertions hold: false
#include <assert.h>
int main(void) {
  int m[3][4];
  int n = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] = n++;
  int (*row)[4] = m + 1;
  assert((long long)((*row)[2]) == 6);
  assert((long long)(row[1][3]) == 11);
  assert((long long)(*(*(m + 2) + 1)) == 9);
  assert((long long)(&m[2][0] - &m[0][0]) != 8);
  return 0;
}
