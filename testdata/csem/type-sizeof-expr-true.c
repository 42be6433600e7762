// type sizeof-expr: the assertions hold: true
#include <assert.h>
int main(void) {
  char c = 1;
  int a[7];
  assert((long long)(sizeof c) == 1);
  assert((long long)(sizeof(c + c)) == 4);
  assert((long long)(sizeof a) == 28);
  assert((long long)(sizeof(a + 0)) == 8);
  assert((long long)(sizeof a[0]) == 4);
  assert((long long)(sizeof(c++)) == 1);
  assert((long long)(c) == 1);
  return 0;
}
