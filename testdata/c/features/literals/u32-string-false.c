// U strings have elements of 32 bits
// expect: FALSE
extern void reach_error(void);

int main(void) {
  unsigned s[] = U"aé";
  if (sizeof s != 12) reach_error();
  if (s[1] != 0xe9) reach_error();
  if (sizeof U'a' == 4) reach_error();
  return 0;
}
