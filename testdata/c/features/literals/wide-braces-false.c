// a braced wide string
// expect: FALSE
extern void reach_error(void);

#include <stddef.h>

int main(void) {
  wchar_t w[] = {L"ab"};
  if (w[1] != 'b') reach_error();
  if (sizeof w == 12) reach_error();
  return 0;
}
