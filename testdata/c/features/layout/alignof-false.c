// _Alignof of types
// expect: FALSE
// flags: --data-model ILP32
extern void reach_error(void);

int main(void) {
  if (_Alignof(int) != 4) reach_error();
  if (_Alignof(char) != 1) reach_error();
  if (_Alignof(short[3]) != 2) reach_error();
  struct s { char c; short h; };
  if (_Alignof(struct s) != 2) reach_error();
  if (__alignof__(double) != 8) reach_error();
  if (_Alignof(double) == 4) reach_error();
  return 0;
}
