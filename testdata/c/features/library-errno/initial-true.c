// errno is 0 at the start
// expect: TRUE
extern void reach_error(void);

#include <errno.h>

int main(void) {
  if (!(errno == 0)) reach_error();
  return 0;
}
