// Several files: equal names that are static, an inline definition in a header, tentative and weak definitions.
#include "app/queue.h"
#include <config.h>
extern void reach_error(void);
extern int input(void);
static int helper(int x) { return x + 1; }
int tentative;
extern int spare;

int main(void) {
  struct item n = {1, 0}, m = {2, &n};
  count = input() & 7;
  set(&m, LIMIT);
  if (helper(1) != 2 || get(&m) != LIMIT || buffer[1] != 4 || twice(4) != 8) reach_error();
  if (strong() != 2 || tentative + spare != 8) reach_error();
  if (count == ERROR_AT) reach_error();
  return 0;
}
