// strftime stores any text, in its buffer only
// expect: TRUE
extern void reach_error(void);

#include <time.h>

int main(void) {
  char text[16] = "", other = 'x';
  time_t now = 0;
  struct tm when = *localtime(&now);
  strftime(text, sizeof text, "%Y", &when);
  if (other != 'x') reach_error();
  return 0;
}
