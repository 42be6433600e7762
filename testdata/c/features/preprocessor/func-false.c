// __func__ is the name of the function
// expect: FALSE
extern void reach_error(void);

static int f(void) { return __func__[0] == 'f' && sizeof __func__ == 2; }

int main(void) {
  if (f() != 1) reach_error();
  if (__func__[3] == 'n') reach_error();
  return 0;
}
