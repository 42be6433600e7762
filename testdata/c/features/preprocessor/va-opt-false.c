// __VA_OPT__ stands for its text where there are variable arguments
// expect: FALSE
extern void reach_error(void);

static int sum(int first, int n) { return first * 10 + n; }
#define SUM(first, ...) sum(first __VA_OPT__(+ 1), __VA_OPT__(1 +) 0)

int main(void) {
  if (SUM(1) * 100 + SUM(1, 5) == 1021) reach_error();
  return 0;
}
