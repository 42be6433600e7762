// wide strings have elements of wchar_t
// expect: TRUE
extern void reach_error(void);

#include <stddef.h>

int main(void) {
  wchar_t s[] = L"ab";
  if (sizeof(wchar_t) != 4) reach_error();
  if (sizeof s != 12) reach_error();
  if (s[1] != L'b') reach_error();
  if (s[2] != 0) reach_error();
  return 0;
}
