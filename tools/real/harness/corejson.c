// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "core_json.h"
#include "nondet.h"

enum { LENGTH = 4 };

// A valid collection begins with its opening bracket and ends with its closing one, white space apart.
int main(void) {
    char text[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    if (JSON_Validate(text, LENGTH) != JSONSuccess)
        return 0;
    int first = 0, last = LENGTH - 1;
    while (text[first] == ' ' || (text[first] >= '\t' && text[first] <= '\r'))
        first++;
    while (text[last] == ' ' || (text[last] >= '\t' && text[last] <= '\r'))
        last--;
    assert(first < last || (text[first] >= '0' && text[first] <= '9'));
    if (text[first] == '[')
        assert(text[last] == ']');
}
