// a static local in an inline function is one object
// expect: TRUE
extern void reach_error(void);

static inline int count(void) { static int n; return ++n; }
static int twice(void) { return count() + count(); }

int main(void) {
  if (twice() != 3) reach_error();
  if (count() != 3) reach_error();
  return 0;
}
