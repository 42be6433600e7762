// a destructor runs after main
// expect: refused, destructor
extern void reach_error(void);

static int n;
static void __attribute__((destructor)) fini(void) { if (n) reach_error(); }

int main(void) {
  n = 1;
  return 0;
}
