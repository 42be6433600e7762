// tentative definitions of one object
// expect: FALSE
extern void reach_error(void);

static int n;
static int n;
int m;
extern int m;
int m = 4;

int main(void) {
  n++;
  if (n != 1) reach_error();
  if (m == 4) reach_error();
  return 0;
}
