// a register at a constant pointer has any value
// expect: FALSE
// run: no, there is no device
extern void reach_error(void);
static volatile unsigned *const port = (volatile unsigned *)0x40000000;

int main(void) {
  port[1] = 1;
  if (port[1] == 2) reach_error();
  return 0;
}
