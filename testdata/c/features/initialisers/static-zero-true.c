// static objects begin as zero
// expect: TRUE
extern void reach_error(void);

static int v[3];
static struct { char c; int *p; double d; } s;
int g;

int main(void) {
  if (v[2] != 0) reach_error();
  if (!(s.c == 0 && s.p == 0 && s.d == 0)) reach_error();
  if (g != 0) reach_error();
  return 0;
}
