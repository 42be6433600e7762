// strchr and strrchr
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  const char *s = "banana";
  if (!(strchr(s, 'n') - s == 2)) reach_error();
  if (!(strrchr(s, 'n') - s == 4)) reach_error();
  if (!(strchr(s, 'x') == 0)) reach_error();
  if (!(*strchr(s, 0) == 0)) reach_error();
  return 0;
}
