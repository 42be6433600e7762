// a pointer to a wide string
// expect: TRUE
extern void reach_error(void);

#include <stddef.h>

int main(void) {
  const wchar_t *s = L"h\x1234z";
  if (s[1] != 0x1234) reach_error();
  if (s[2] != 'z') reach_error();
  return 0;
}
