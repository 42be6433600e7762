// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Counter {
    uint x;

    function inc() public {
        require(x < 100);
        ++x;
    }

    function check() public view {
        assert(x <= 100);
    }
}
// ----
// 9:9 overflow: safe
// 13:9 assertion: safe
// invariant Counter: (((x <= 99) && (x <= 115792089237316195423570985008687907853269984665640564039457584007913129639935) && (x >= 0)) || ((x <= 115792089237316195423570985008687907853269984665640564039457584007913129639935) && (x = 100) && (x >= 100)))
