// loop do-while: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 0, i = 10;
  do {
    n++;
    i -= 3;
  } while (i > 0);
  assert((long long)(n) == 4);
  assert((long long)(i) != -2);
  return 0;
}
