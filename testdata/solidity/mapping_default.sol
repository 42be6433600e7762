// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Default {
    mapping(uint => uint) m;
    uint writes;

    function set(uint key) public {
        require(key != 7);
        m[key] = 1;
        unchecked { ++writes; }
    }

    function check() public view {
        assert(m[7] == 0);
    }
}
// ----
// 15:9 assertion: safe
// invariant Default: ((m.length = 0) && (((m[7] <= 0) && (writes <= 115792089237316195423570985008687907853269984665640564039457584007913129639934) && (writes >= 0) && (writes >= -1)) || ((m[7] <= 0) && (writes >= -1) && (((writes + 1) % 256) = 0) && (writes = 115792089237316195423570985008687907853269984665640564039457584007913129639935) && (writes >= 115792089237316195423570985008687907853269984665640564039457584007913129639935))))
