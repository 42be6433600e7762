// wide characters
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (!(sizeof(L'a') == 4)) reach_error();
  if (!(L'a' == 'a')) reach_error();
  if (!(L'\x7f' == 127)) reach_error();
  return 0;
}
