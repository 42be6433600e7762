// an octal escape has at most three digits
// expect: FALSE
extern void reach_error(void);

int main(void) {
  char s[] = "\1234";
  if (sizeof s != 3) reach_error();
  if (s[0] != 83) reach_error();
  if (s[1] == '4') reach_error();
  return 0;
}
