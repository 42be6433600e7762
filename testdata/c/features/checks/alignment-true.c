// even offsets in an array of words allow a half of one; members of packed structs and memcpy need no alignment
// expect: TRUE
// flags: --check alignment
// run: no, the errors are none of the program's own
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct head { char tag; int length; } __attribute__((packed));
int main(void) {
  long words[4] = {0};
  char *p = (char *)words;
  int k = __VERIFIER_nondet_int(), n;
  if (k < 0 || k > 5) return 0;
  struct head *h = (struct head *)(p + k);
  h->length = 1;
  memcpy(&n, p + k, sizeof n);
  return *(short *)(p + 2 * k);
}
