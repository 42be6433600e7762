// what strftime stores
// expect: over-approximated, strftime
extern void reach_error(void);

#include <time.h>

int main(void) {
  char text[16] = "";
  time_t now = 0;
  struct tm when = *localtime(&now);
  strftime(text, sizeof text, "%Y", &when);
  if (text[0] == 'x') reach_error();
  return 0;
}
