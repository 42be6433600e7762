// a function without body changes nothing through a pointer to const
// expect: TRUE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
int show(const int *p);

int main(void) {
  int x = 1;
  show(&x);
  if (x != 1) reach_error();
  return 0;
}
