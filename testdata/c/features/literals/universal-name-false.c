// a universal character name is UTF-8 in a string
// expect: FALSE
extern void reach_error(void);

int main(void) {
  char s[] = "\u00e9";
  if (sizeof s != 3) reach_error();
  if ((unsigned char)s[1] == 0xa9) reach_error();
  return 0;
}
