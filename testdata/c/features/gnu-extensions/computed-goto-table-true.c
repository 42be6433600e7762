// an interpreter that jumps through a static table of labels
// expect: TRUE
extern void reach_error(void);

static int run(const unsigned char *pc) {
  static const void *const table[] = {&&inc, &&dbl, &&halt};
  int n = 0;
#define NEXT goto *table[*pc++]
  NEXT;
inc: n++; NEXT;
dbl: n *= 2; NEXT;
halt: return n;
}

int main(void) {
  const unsigned char code[] = {0, 0, 1, 1, 0, 0, 2};
  if (!(run(code) == 10)) reach_error();
  return 0;
}
