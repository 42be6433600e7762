// a function transfers at most as many bytes as it is asked for
// expect: TRUE
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char bytes[16] = "";
  long n = pread(0, bytes, 10, 0);
  if (n > 10 || n < -1) reach_error();
  return 0;
}
