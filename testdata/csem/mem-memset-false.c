// mem memset: the assertions hold: false
#include <assert.h>
void *memset(void *, int, unsigned long);
int main(void) {
  int a[3] = {1, 2, 3};
  memset(a, 0, sizeof(int) * 2);
  assert((long long)(a[0]) == 0);
  assert((long long)(a[1]) == 0);
  assert((long long)(a[2]) == 3);
  memset(a, -1, sizeof a);
  assert((long long)(a[2]) != -1);
  return 0;
}
