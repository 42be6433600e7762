// a variadic macro without arguments
// expect: FALSE
extern void reach_error(void);

static int zero(void) { return 7; }
static int one(int a) { return a; }
#define CALL(f, ...) f(__VA_ARGS__)
#define LOG(a, ...) one(a, ##__VA_ARGS__)

int main(void) {
  if (CALL(zero) != 7) reach_error();
  if (LOG(3) == 3) reach_error();
  return 0;
}
