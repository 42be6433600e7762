// parts of a second are less than a second
// expect: FALSE
// flags: --replay=off
// run: no, it depends on the clock
#include <sys/time.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
  struct timeval now;
  gettimeofday(&now, 0);
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise)) return 0;
  if (now.tv_usec == 999999 && precise.tv_nsec == 999999999) reach_error();
  return 0;
}
