// a function without body changes a whole array
// expect: TRUE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
size_t receive(void *buffer, size_t n);

int main(void) {
  unsigned char a[100] = {0}, b[100] = {0};
  receive(a, 100);
  if (b[99] == 3) reach_error();
  return 0;
}
