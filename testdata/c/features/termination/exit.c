// exit and abort end an execution in a loop
// expect: TRUE
// flags: --check termination
// inputs: 9
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    for (;;) {
        if (x <= 0)
            exit(0);
        x--;
    }
}
