// a value that was read from a register stays
// expect: TRUE
// run: no, there is no device
extern void reach_error(void);
static volatile unsigned *const port = (volatile unsigned *)0x40000000;

int main(void) {
  unsigned x = *port, y = x;
  *port |= 1;
  if (x != y) reach_error();
  return 0;
}
