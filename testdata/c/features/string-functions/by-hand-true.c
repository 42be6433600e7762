// a loop that copies a string
// expect: TRUE
extern void reach_error(void);

static int copy(char *d, const char *s) { int n = 0; while ((*d++ = *s++)) n++; return n; }

int main(void) {
  char d[8];
  if (!(copy(d, "abcd") == 4)) reach_error();
  if (d[3] != 'd') reach_error();
  if (d[4] != 0) reach_error();
  return 0;
}
