// U strings have elements of 32 bits
// expect: refused, a literal with the prefix U
extern void reach_error(void);

int main(void) {
  unsigned s[] = U"aé";
  if (sizeof s != 12) reach_error();
  if (s[1] != 0xe9) reach_error();
  if (!(sizeof U'a' == 4)) reach_error();
  return 0;
}
