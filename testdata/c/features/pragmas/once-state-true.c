// a header that is read once cannot see what it defined itself
// expect: TRUE
extern void reach_error(void);

#include "state.h"
#include "state.h"

int main(void) {
  if (STATE != 1) reach_error();
  return 0;
}
