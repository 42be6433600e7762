// _Generic tells pointers to const from others
// expect: TRUE
// inputs: 1773540411
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  const int *p = &x;
  int *const q = &x;
  int n = _Generic(p, const int *: 1, int *: 2) + _Generic((int *)p, int *: 4, const int *: 8) + _Generic("a", char *: 16, const char *: 32);
  if (n != 21 || _Generic(&q, int *const *: 1, int **: 2) != 1) reach_error();
  return 0;
}
