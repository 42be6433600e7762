// a function without body is called through a pointer
// expect: TRUE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
void fill(int *p);

int main(void) {
  void (*f)(int *) = fill;
  int x = 1, y = 1;
  f(&x);
  if (y != 1) reach_error();
  return 0;
}
