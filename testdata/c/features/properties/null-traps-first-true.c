// a write through a null pointer ends the run before the error
// expect: TRUE
// run: no, it traps
extern void reach_error(void);

int main(void) {
  int *p = 0;
  *p = 1;
  reach_error();
  return 0;
}
