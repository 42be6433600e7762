// a weak definition is a definition
// expect: FALSE
extern void reach_error(void);

__attribute__((weak)) int f(void) { return 5; }

int main(void) {
  if (f() == 5) reach_error();
  return 0;
}
