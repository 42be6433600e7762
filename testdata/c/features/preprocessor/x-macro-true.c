// a list of names expanded twice
// expect: TRUE
extern void reach_error(void);

#define LIST X(RED, 1) X(GREEN, 2) X(BLUE, 4)
#define X(n, v) n = v,
enum color { LIST };
#undef X
#define X(n, v) + v
static const int all = 0 LIST;

int main(void) {
  if (!(all == (RED | GREEN | BLUE))) reach_error();
  if (BLUE != 4) reach_error();
  return 0;
}
