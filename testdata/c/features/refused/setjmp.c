// setjmp
// expect: refused, setjmp
extern void reach_error(void);

#include <setjmp.h>
static jmp_buf b;

int main(void) {
  if (setjmp(b)) reach_error();
  return 0;
}
