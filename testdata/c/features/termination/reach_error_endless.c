// reach_error itself ends no execution
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}
int main(void) {
    for (;;)
        reach_error();
}
