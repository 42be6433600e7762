// type array-of-arrays: the assertions hold: false
#include <assert.h>
typedef int m[2][2];
int main(void) {
  m a = {{1, 2}, {3, 4}};
  int s = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      s = s * 10 + a[i][j];
  assert((long long)(s) != 1234);
  return 0;
}
