// an alias is the function that it names
// expect: FALSE
extern void reach_error(void);

static int f(void) { return 5; }
static int g(void) __attribute__((alias("f")));

int main(void) {
  if (g() == 5) reach_error();
  return 0;
}
