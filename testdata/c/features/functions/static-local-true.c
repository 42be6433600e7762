// a static local keeps its value
// expect: TRUE
extern void reach_error(void);

static int next(void) { static int n = 10; return ++n; }

int main(void) {
  next();
  next();
  if (next() != 13) reach_error();
  return 0;
}
