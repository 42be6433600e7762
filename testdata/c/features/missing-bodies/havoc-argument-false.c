// a function without body changes what its argument points to
// expect: FALSE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
void fill(int *p);

int main(void) {
  int x = 1;
  fill(&x);
  if (x != 1) reach_error();
  return 0;
}
