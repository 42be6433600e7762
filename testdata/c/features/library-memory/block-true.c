// fwrite, write, recv and the like access as many bytes as they are told
// expect: TRUE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
#include <unistd.h>
#include <sys/socket.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  fwrite(a, sizeof *a, n, stdout);
  write(1, a, n);
  recv(0, a, n * sizeof *a, 0);
  return 0;
}
