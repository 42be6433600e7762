// order compound-in-condition: the assertions hold: false
#include <assert.h>
int main(void) {
  int i = 3, n = 0;
  while (i-- > 0 && (n += i) < 100)
    ;
  assert((long long)(i) == -1);
  assert((long long)(n) != 3);
  return 0;
}
