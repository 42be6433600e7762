// goto into-block: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 0;
  goto in;
  {
    n = 100;
  in:
    n += 1;
  }
  assert((long long)(n) != 1);
  return 0;
}
