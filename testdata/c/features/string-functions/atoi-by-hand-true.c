// reading a number by hand
// expect: TRUE
extern void reach_error(void);

static int number(const char *s) {
  int sign = 1, n = 0;
  if (*s == '-') { sign = -1; s++; }
  for (; *s >= '0' && *s <= '9'; s++) n = n * 10 + (*s - '0');
  return sign * n;
}

int main(void) {
  if (number("-4096x") != -4096) reach_error();
  if (number("007") != 7) reach_error();
  return 0;
}
