// a system call may set errno
// expect: over-approximated, open may set errno
#include <errno.h>
#include <fcntl.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  int file = open("no such file", O_RDONLY);
  if (errno != 0) reach_error();
  return file < 0;
}
