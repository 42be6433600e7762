// long and pointers are aligned to eight bytes
// expect: TRUE
// flags: --data-model LP64
extern void reach_error(void);

#include <stddef.h>
struct s { char a; long b; char c; void *d; };

int main(void) {
  if (!(offsetof(struct s, b) == 8)) reach_error();
  if (!(offsetof(struct s, d) == 24)) reach_error();
  if (sizeof(struct s) != 32) reach_error();
  return 0;
}
