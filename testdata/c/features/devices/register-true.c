// a register at a fixed address is any value of its type
// expect: TRUE
// run: no, there is no device
extern void reach_error(void);
typedef struct { volatile unsigned control, status : 4, rest : 28; } device;

int main(void) {
  int x = 3;
  *(volatile unsigned *)0x40000000 = 7;
  if (((device *)0x40011000u)->status > 15 || x != 3) reach_error();
  return 0;
}
