// deprecated and visibility change nothing
// expect: TRUE
extern void reach_error(void);

__attribute__((deprecated("old"), visibility("hidden"))) int f(void) { return 3; }

int main(void) {
  if (f() != 3) reach_error();
  return 0;
}
