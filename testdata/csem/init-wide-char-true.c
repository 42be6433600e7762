// init wide-char: the assertions hold: true
#include <assert.h>
int main(void) {
  int c = '\377';
  int d = '\x80';
  assert((long long)(c) == -1);
  assert((long long)(d) == -128);
  return 0;
}
