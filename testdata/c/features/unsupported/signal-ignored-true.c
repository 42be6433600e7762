// a signal that is ignored, or handled in the default way
// expect: TRUE
extern void reach_error(void);

#include <signal.h>

int main(void) {
  int x = 1;
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  if (x != 1) reach_error();
  return 0;
}
