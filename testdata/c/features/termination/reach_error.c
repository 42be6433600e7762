// reach_error itself ends no execution
// expect: TRUE
// flags: --check termination
// inputs: 3
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
    for (;;)
        if (__VERIFIER_nondet_int() == 0)
            reach_error();
        else
            abort();
}
