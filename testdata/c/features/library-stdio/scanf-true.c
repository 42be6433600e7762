// scanf stores any value
// expect: TRUE
// run: no, it reads input
// inputs: 1
extern void reach_error(void);

#include <stdio.h>

int main(void) {
  int n = 7;
  scanf("%d", &n);
  if (n > 2147483647LL) reach_error();
  return 0;
}
