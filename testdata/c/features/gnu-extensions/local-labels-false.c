// labels declared in a block
// expect: FALSE
extern void reach_error(void);

#define FIND(v, n, k) ({ __label__ done; int i_; for (i_ = 0; i_ < n; i_++) if (v[i_] == k) goto done; i_ = -1; done: i_; })

int main(void) {
  int v[3] = {5, 6, 7}, n = 0;
  int a = FIND(v, 3, 7), b = FIND(v, 3, 9);
  {
    __label__ x, y;
    goto x;
  y: n += 10; goto end;
  x: n++;
    { __label__ x; goto x; n = 100; x: n++; }
    goto y;
  }
end:
  if (a == 2 && b == -1 && n == 12) reach_error();
  return 0;
}
