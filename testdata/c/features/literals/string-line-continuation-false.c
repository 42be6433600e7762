// a backslash joins lines inside a string
// expect: FALSE
extern void reach_error(void);

int main(void) {
  static char s[] = "ab\
#cd";
  if (sizeof s != 6) reach_error();
  if (s[2] == '#') reach_error();
  return 0;
}
