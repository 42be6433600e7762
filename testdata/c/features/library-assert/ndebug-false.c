// with NDEBUG assert does nothing
// expect: FALSE
extern void reach_error(void);

#define NDEBUG
#include <assert.h>

int main(void) {
  int x = 3;
  assert(x++ == 9);
  if (x == 3) reach_error();
  return 0;
}
