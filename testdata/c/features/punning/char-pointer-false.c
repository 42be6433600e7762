// an int through unsigned char *
// expect: FALSE
extern void reach_error(void);

int main(void) {
  unsigned x = 0xAABBCCDD;
  unsigned char *p = (unsigned char *)&x;
  if (p[0] != 0xDD) reach_error();
  p[3] = 1;
  if (x == 0x01BBCCDDu) reach_error();
  return 0;
}
