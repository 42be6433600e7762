// a header with a guard is read once
// expect: FALSE
extern void reach_error(void);

#include "twice.h"
#include "twice.h"
#ifndef TWICE_H
#error no guard
#endif

int main(void) {
  if (TWICE(1 + 1) == 4) reach_error();
  return 0;
}
