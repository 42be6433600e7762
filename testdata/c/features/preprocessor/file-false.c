// __FILE__ is a string
// expect: FALSE
extern void reach_error(void);

#line 7 "name.c"

int main(void) {
  const char *s = __FILE__;
  if (s[0] != 'n') reach_error();
  if (sizeof __FILE__ == 7) reach_error();
  return 0;
}
