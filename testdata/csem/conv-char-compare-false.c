// conv char-compare: the assertions hold: false
#include <assert.h>
int main(void) {
  char c = (char)0xff;
  assert((long long)(c == 0xff) == 0);
  assert((long long)(c == -1) == 1);
  assert((long long)((unsigned char)c == 0xff) != 1);
  return 0;
}
