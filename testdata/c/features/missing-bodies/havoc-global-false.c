// a function without body changes global variables
// expect: FALSE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
void step(void);
int counter = 1;

int main(void) {
  step();
  if (counter != 1) reach_error();
  return 0;
}
