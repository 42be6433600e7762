// a function of the compiler without model may change memory
// expect: over-approximated, function __builtin_init_dwarf_reg_size_table
void reach_error(void);
char table[200];
int main(void) {
    __builtin_init_dwarf_reg_size_table(table);
    if (table[0] == 0)
        reach_error();
}
