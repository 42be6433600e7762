// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <string.h>

#include "ini.h"
#include "nondet.h"

static int calls;

static int handler(void *user, const char *section, const char *name, const char *value) {
    calls++;
    assert(strcmp(section, "s") == 0);
    assert(user == &calls);
    assert(strlen(name) <= 1 && strlen(value) == 1);
    return 1;
}

// An entry of one line belongs to the section before it, and there is at most one.
int main(void) {
    char text[] = "[s]\n?=1\n";
    text[4] = __VERIFIER_nondet_char();
    if (text[4] == 0 || text[4] == '\n' || text[4] == '[' || text[4] == '=' || text[4] == ':')
        return 0;
    if (ini_parse_string(text, handler, &calls) == 0)
        assert(calls <= 1);
}
