// floating-point numbers beyond int become unsigned numbers
// expect: TRUE
extern void reach_error(void);

int main(void) {
  double d = 3000000000.75;
  unsigned u = d;
  if (u != 3000000000u) reach_error();
  long long l = -d;
  if (l != -3000000000LL) reach_error();
  unsigned long long ull = 1e19;
  if (ull != 10000000000000000000ULL) reach_error();
  return 0;
}
