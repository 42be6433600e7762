// mem vla-rows: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 2;
  char a[n][5];
  long b[3][n];
  a[1][4] = 7;
  b[2][1] = 9;
  assert((long long)(a[1][4]) == 7);
  assert((long long)(b[2][1]) == 9);
  assert((long long)(sizeof a) == 10);
  assert((long long)(sizeof b) == 48);
  assert((long long)(sizeof b[0]) == 16);
  return 0;
}
