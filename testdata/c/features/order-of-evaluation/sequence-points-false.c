// &&, ||, ?: and comma are evaluated in order
// expect: FALSE
extern void reach_error(void);

static int log;
static int f(int k) { log = log * 10 + k; return k; }

int main(void) {
  int r = (f(1), f(2)) && (f(3) ? f(4) : f(5));
  if (log != 1234) reach_error();
  if (r == 1) reach_error();
  return 0;
}
