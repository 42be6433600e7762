// bytes of UTF-8 in a string
// expect: TRUE
extern void reach_error(void);

int main(void) {
  char s[] = "é";
  if (sizeof s != 3) reach_error();
  if ((unsigned char)s[0] != 0xc3) reach_error();
  if ((unsigned char)s[1] != 0xa9) reach_error();
  return 0;
}
