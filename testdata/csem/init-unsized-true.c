// init unsized: the assertions hold: true
#include <assert.h>
int main(void) {
  int a[] = {1, 2, 3};
  char s[] = "hey";
  assert((long long)(sizeof a / sizeof a[0]) == 3);
  assert((long long)(sizeof s) == 4);
  assert((long long)(s[3]) == 0);
  return 0;
}
