// a constructor runs before main
// expect: TRUE
extern void reach_error(void);

static int n;
static void __attribute__((constructor)) init(void) { n = 5; }

int main(void) {
  if (n != 5) reach_error();
  return 0;
}
