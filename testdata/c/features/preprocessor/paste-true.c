// ## makes one token of two
// expect: TRUE
extern void reach_error(void);

#define JOIN(a, b) a##b
#define VAR(n) JOIN(x, n)

int main(void) {
  int x1 = 5, x2 = 7;
  if (VAR(1) != 5) reach_error();
  if (!(JOIN(x, 2) == 7)) reach_error();
  if (!(JOIN(1, 2) == 12)) reach_error();
  return 0;
}
