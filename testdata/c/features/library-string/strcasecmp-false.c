// strcasecmp does not tell capitals apart
// expect: FALSE
extern void reach_error(void);

#include <strings.h>

int main(void) {
  if (!(strcasecmp("aBc", "AbC") == 0 && strcasecmp("a", "B") < 0)) reach_error();
  if (strncasecmp("abX", "ABy", 2) == 0) reach_error();
  return 0;
}
