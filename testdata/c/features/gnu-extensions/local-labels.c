// labels declared in a block
// expect: refused, this is not C
extern void reach_error(void);

#define FIND(v, n, k) ({ __label__ done; int i_; for (i_ = 0; i_ < n; i_++) if (v[i_] == k) goto done; i_ = -1; done: i_; })

int main(void) {
  int v[3] = {5, 6, 7};
  if (!(FIND(v, 3, 7) == 2)) reach_error();
  if (!(FIND(v, 3, 9) == -1)) reach_error();
  return 0;
}
