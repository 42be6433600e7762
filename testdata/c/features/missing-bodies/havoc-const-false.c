// a function without body changes nothing through a pointer to const
// expect: FALSE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
int show(const int *p);

int main(void) {
  int x = 1;
  int y = show(&x);
  if (y == 7) reach_error();
  return 0;
}
