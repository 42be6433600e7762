// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Mask {
    function low(uint8 x) public pure {
        uint8 y = x & 0x0f;
        assert(y <= 15);
        assert(y <= x);
    }

    function mix(uint8 x, uint8 y) public pure {
        assert((x | y) >= x);
        assert((x ^ y) <= (x | y));
    }
}
// ----
// 7:9 assertion: safe
// 8:9 assertion: safe
// 12:9 assertion: safe
// 13:9 assertion: safe
