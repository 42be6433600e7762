// a division by zero ends the run before the error
// expect: TRUE
// run: no, it traps
extern void reach_error(void);

int main(void) {
  volatile int z = 0;
  volatile int y = 1 / z;
  reach_error();
  return 0;
}
