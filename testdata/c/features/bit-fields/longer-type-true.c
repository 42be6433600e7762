// a bit-field whose type is larger than the rest of the struct
// expect: TRUE
// inputs: 70000
// flags: --data-model LP64
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct s { char c; unsigned bits : 24; } x;
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i == 70000) {
        x.bits = i;
        x.c = -1;
        if (sizeof x != 4 || x.bits != 70000 || x.c != -1)
            reach_error();
    }
}
