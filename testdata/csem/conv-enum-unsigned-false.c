// conv enum-unsigned: the assertions hold: false
#include <assert.h>
enum e { A, B = 5 };
int main(void) {
  enum e e = (enum e)-1;
  assert((long long)(e > 0) == 1);
  assert((long long)(A - 1 < 0) != 1);
  return 0;
}
