// misc bubble-sort: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[6] = {5, 2, 9, 1, 7, 3};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j + 1 < 6 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  assert((long long)(a[0]) == 1);
  assert((long long)(a[3]) == 5);
  assert((long long)(a[5]) != 9);
  return 0;
}
