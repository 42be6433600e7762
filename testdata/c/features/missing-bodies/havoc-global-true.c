// a function without body changes no static variables, unless it gets their address
// expect: TRUE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
void step(void);
static int counter = 1;

int main(void) {
  step();
  if (counter != 1) reach_error();
  return 0;
}
