// type sizeof: the assertions hold: false
#include <assert.h>
int main(void) {
  assert((long long)(sizeof(char)) == 1);
  assert((long long)(sizeof(short)) == 2);
  assert((long long)(sizeof(long long)) == 8);
  assert((long long)(sizeof(void *)) == 8);
  assert((long long)(sizeof(int[3][4])) == 48);
  assert((long long)(sizeof 'a') == 4);
  assert((long long)(sizeof(1L)) == 8);
  assert((long long)(sizeof(1.0f)) != 4);
  return 0;
}
