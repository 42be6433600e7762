// an error in a function that is never called
// expect: TRUE
extern void reach_error(void);

static void never(void) { reach_error(); }

int main(void) {
  void (*f)(void) = 0;
  if (f) f();
  return 0;
}
