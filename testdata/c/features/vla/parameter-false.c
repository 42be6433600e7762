// a parameter whose size is another parameter
// expect: FALSE
extern void reach_error(void);

static int last(int n, int v[n]) { return v[n - 1]; }

int main(void) {
  int v[3] = {4, 5, 6};
  if (!(last(3, v) == 6)) reach_error();
  if (last(1, v) == 4) reach_error();
  return 0;
}
