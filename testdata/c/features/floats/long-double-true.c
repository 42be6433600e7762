// long double has 64 bits of precision
// expect: TRUE
// flags: --data-model LP64
extern void reach_error(void);

int main(void) {
  long double x = 9007199254740993.0L;
  if (x - 1 != 9007199254740992.0L) reach_error();
  double d = x;
  if (d != 9007199254740992.0) reach_error();
  if (sizeof(long double) != 16) reach_error();
  return 0;
}
