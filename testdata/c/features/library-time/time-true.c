// time is any number
// expect: TRUE
// run: no, it depends on the clock
extern void reach_error(void);

#include <time.h>

int main(void) {
  time_t a = time(0);
  if (a != a) reach_error();
  return 0;
}
