// cleanup functions run when a variable's block ends
// expect: TRUE
extern void reach_error(void);

static int n;
static void bye(int *p) { n += *p; }

int main(void) {
  { int x __attribute__((cleanup(bye))) = 4; x++; }
  if (n != 5) reach_error();
  return 0;
}
