// a macro that expands to defined
// expect: TRUE
extern void reach_error(void);

#define KNOWN defined(X) && X > 1
#define X 2
#if KNOWN
#define Y 1
#else
#define Y 0
#endif

int main(void) {
  if (Y != 1) reach_error();
  return 0;
}
