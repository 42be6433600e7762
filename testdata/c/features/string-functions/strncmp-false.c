// strncmp compares at most n characters
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  if (!(strncmp("abcx", "abcy", 3) == 0)) reach_error();
  if (!(strncmp("abcx", "abcy", 4) < 0)) reach_error();
  if (!(strncmp("a", "b", 0) == 0)) reach_error();
  if (strncmp("a", "a", 9) == 0) reach_error();
  return 0;
}
