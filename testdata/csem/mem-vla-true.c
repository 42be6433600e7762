// mem vla: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 4;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * i;
  n = 100;
  assert((long long)(a[3]) == 9);
  assert((long long)(sizeof a) == 16);
  return 0;
}
