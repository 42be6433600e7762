// a string has at most as many characters as is said
// expect: TRUE
// flags: --entry f --argument s=string:3
// run: no, there is no main
extern void reach_error(void);

int f(const char *s) {
  int n = 0;
  while (s[n]) n++;
  if (n > 3) reach_error();
  return 0;
}
