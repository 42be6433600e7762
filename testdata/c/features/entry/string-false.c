// a pointer to char points to a string
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(const char *s) {
  if (s[0] == 'a' && s[1] == 'b' && s[2] == 0) reach_error();
  return 0;
}
