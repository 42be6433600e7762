// other variables keep their values where volatile ones do not
// expect: TRUE
// flags: --volatile-inputs
// run: no, there is no device
extern void reach_error(void);
static volatile int flag; static int n;

int main(void) {
  while (flag) n = 1;
  if (n != 0 && n != 1) reach_error();
  return 0;
}
