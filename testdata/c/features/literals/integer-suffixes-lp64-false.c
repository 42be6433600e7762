// long constants of 64 bits
// expect: FALSE
// flags: --data-model LP64
extern void reach_error(void);

int main(void) {
  if (sizeof(1L) != 8) reach_error();
  if (sizeof(1ul) != 8) reach_error();
  if (sizeof(1) != 4) reach_error();
  if (sizeof(2147483648) != 8) reach_error();
  if (sizeof(0x80000000) == 4) reach_error();
  return 0;
}
