// errno can be set and read
// expect: TRUE
extern void reach_error(void);

#include <errno.h>

int main(void) {
  errno = 0;
  errno = ENOMEM;
  if (errno != 12) reach_error();
  if (!(errno != EINVAL)) reach_error();
  return 0;
}
