// strstr finds a string in a string
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  const char *s = "hello";
  if (!(strstr(s, "ll") == s + 2)) reach_error();
  if (!(strstr(s, "lx") == 0)) reach_error();
  if (strstr(s, "") == s) reach_error();
  return 0;
}
