// __builtin_constant_p of a constant
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[__builtin_constant_p(3) ? 2 : 1];
  if (sizeof v != 8) reach_error();
  if (__builtin_choose_expr(1, 5, "x") == 5) reach_error();
  return 0;
}
