// a null function pointer is tested
// expect: TRUE
extern void reach_error(void);

static int f(void) { return 4; }
static int call(int (*p)(void)) { return p ? p() : -1; }

int main(void) {
  if (call(0) != -1) reach_error();
  if (call(f) != 4) reach_error();
  return 0;
}
