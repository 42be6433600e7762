// signal handlers
// expect: over-approximated, signal
extern void reach_error(void);

#include <signal.h>
static void on(int n) { reach_error(); }

int main(void) {
  signal(SIGINT, on);
  return 0;
}
