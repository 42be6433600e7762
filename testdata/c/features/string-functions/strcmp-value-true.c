// of what strcmp yields, the sign alone is certain: gcc yields -1 where it knows both strings
// expect: TRUE
#include <string.h>
extern void reach_error(void);

int main(void) {
  int r = strcmp("a", "c");
  if (r >= 0) reach_error();
  return 0;
}
