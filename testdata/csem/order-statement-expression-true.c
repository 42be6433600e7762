// order statement-expression: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = 3;
  int b = ({ int t = a * 2; t + 1; });
  int m = ({ int x = a, y = b; x > y ? x : y; });
  assert((long long)(b) == 7);
  assert((long long)(m) == 7);
  return 0;
}
