// strspn, strcspn and strpbrk
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  if (!(strspn("aabc", "ab") == 3)) reach_error();
  if (!(strcspn("hello,x", ",;") == 5)) reach_error();
  const char *s = "k=v";
  if (!(strpbrk(s, "=:") == s + 1)) reach_error();
  return 0;
}
