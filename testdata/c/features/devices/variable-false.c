// reads of volatile variables yield any values with --volatile-inputs
// expect: FALSE
// flags: --volatile-inputs
// run: no, there is no device
extern void reach_error(void);
static volatile int flag;

int main(void) {
  int a = flag, b = flag;
  if (a != b) reach_error();
  return 0;
}
