// memcmp compares unsigned bytes
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  unsigned char a[3] = {1, 200, 3}, b[3] = {1, 100, 9};
  if (!(memcmp(a, b, 1) == 0)) reach_error();
  if (!(memcmp(a, b, 3) > 0)) reach_error();
  if (memcmp(b, a, 2) < 0) reach_error();
  return 0;
}
