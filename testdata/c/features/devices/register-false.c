// a register at a fixed address is any value, whatever was written
// expect: FALSE
// run: no, there is no device
extern void reach_error(void);
typedef struct { volatile unsigned control, status : 4, rest : 28; } device;

int main(void) {
  ((device *)0x40011000u)->control = 5;
  while (!(*(volatile unsigned char *)0x40000004 & 1)) ;
  if (((device *)0x40011000u)->control != 5) reach_error();
  return 0;
}
