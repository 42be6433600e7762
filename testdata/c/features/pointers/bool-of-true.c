// pointers as truth values
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int x, *p = &x, *q = 0;
  _Bool b = p, c = q;
  if (!(b == 1 && c == 0)) reach_error();
  if (!(!p == 0)) reach_error();
  if (!((p && !q) == 1)) reach_error();
  if (!((p || q) + (q ? 1 : 0) == 1)) reach_error();
  return 0;
}
