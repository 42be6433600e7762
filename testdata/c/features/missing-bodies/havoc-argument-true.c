// a function without body changes what its argument points to
// expect: TRUE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
void fill(int *p);

int main(void) {
  int x = 1, y = 2;
  fill(&x);
  if (y != 2) reach_error();
  return 0;
}
