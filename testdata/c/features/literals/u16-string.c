// u strings have elements of 16 bits
// expect: refused, a literal with the prefix u
extern void reach_error(void);

int main(void) {
  unsigned short s[] = u"aé";
  if (sizeof s != 6) reach_error();
  if (s[1] != 0xe9) reach_error();
  return 0;
}
