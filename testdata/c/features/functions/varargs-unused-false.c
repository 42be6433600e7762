// variable arguments that are not read
// expect: FALSE
extern void reach_error(void);

static int first(int a, ...) { return a; }

int main(void) {
  if (!(first(4, 5, 6) == 4)) reach_error();
  if (first(7) == 7) reach_error();
  return 0;
}
