// a statement expression gives its last value
// expect: FALSE
extern void reach_error(void);

#define MAX(a, b) ({ int a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })

int main(void) {
  int i = 5;
  int m = MAX(i++, 3);
  if (m != 5) reach_error();
  if (i == 6) reach_error();
  return 0;
}
