// memchr finds a byte
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char s[] = "hello";
  char *p = memchr(s, 'l', 5);
  if (p - s != 2) reach_error();
  if (!(memchr(s, 'z', 5) == 0)) reach_error();
  if (!(memchr(s, 'o', 4) == 0)) reach_error();
  return 0;
}
