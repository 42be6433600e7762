// conv enum: the assertions hold: true
#include <assert.h>
enum e { A = -1, B, C = 10, D };
int main(void) {
  enum e e = D;
  assert((long long)(e) == 11);
  assert((long long)(B) == 0);
  assert((long long)(A < 0u) == 0);
  assert((long long)(sizeof(enum e)) == 4);
  return 0;
}
