// __builtin_offsetof with a nested member
// expect: TRUE
extern void reach_error(void);

struct s { char c; struct { int a[3]; } in; };

int main(void) {
  if (!(__builtin_offsetof(struct s, in.a[2]) == 12)) reach_error();
  if (!(__builtin_offsetof(struct s, in) == 4)) reach_error();
  return 0;
}
