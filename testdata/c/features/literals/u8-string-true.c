// u8 strings are strings of chars
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char s[] = u8"aé";
  if (sizeof s != 4) reach_error();
  if (s[0] != 'a') reach_error();
  if (sizeof u8"ab" != 3) reach_error();
  return 0;
}
