// a header in front of the bytes that a pointer means
// expect: TRUE
// inputs: 5
extern void reach_error(void);
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct __attribute__((__packed__)) h { unsigned char len, flags; unsigned short n; char buf[]; };

int main(void) {
  struct h *h = malloc(sizeof *h + 6);
  char *s = h->buf;
  h->len = __VERIFIER_nondet_uchar();
  h->n = 0x102;
  s[0] = 'x';
  if (((unsigned char *)s)[-4] != h->len) reach_error();
  if (s[-1] != 1) reach_error();
  return 0;
}
