// goto skip-declaration: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 1;
  goto past;
  {
    int x;
  past:
    x = 5;
    n += x;
  }
  assert((long long)(n) == 6);
  return 0;
}
