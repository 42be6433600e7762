// exit and abort end an execution in a loop
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    for (;;)
        if (x == 1000)
            abort();
}
