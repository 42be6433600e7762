// the last member is reached from the address after the struct
// expect: FALSE
extern void reach_error(void);

struct pair { int a, b; };

int main(void) {
  struct pair x = {1, 2}, *p = &x;
  int *q = (int *)(p + 1);
  if (q[-1] == 2) reach_error();
  return 0;
}
