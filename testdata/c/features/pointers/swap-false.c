// two pointers swapped through a function
// expect: FALSE
extern void reach_error(void);

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

int main(void) {
  int v[2] = {1, 2};
  swap(&v[0], &v[1]);
  if (v[0] != 2) reach_error();
  swap(v, v);
  if (v[0] == 2 && v[1] == 1) reach_error();
  return 0;
}
