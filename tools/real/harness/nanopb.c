// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "pb_decode.h"
#include "pb_encode.h"

// A number is decoded as it was encoded.
int main(void) {
    pb_byte_t buffer[10];
    uint32_t value = __VERIFIER_nondet_uint(), back;
    pb_ostream_t out = pb_ostream_from_buffer(buffer, sizeof buffer);
    assert(pb_encode_varint(&out, value));
    assert(out.bytes_written >= 1 && out.bytes_written <= 5);
    pb_istream_t in = pb_istream_from_buffer(buffer, out.bytes_written);
    assert(pb_decode_varint32(&in, &back));
    assert(back == value);
    assert(in.bytes_left == 0);
}
