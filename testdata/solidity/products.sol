// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Products {
    function rectangle(uint8 a, uint8 b) public pure {
        uint area = uint(a) * uint(b);
        assert(area <= 65025);
    }

    function square(uint16 a) public pure {
        require(a > 3);
        uint s = uint(a) * a;
        assert(s > 9);
        assert(s >= a);
    }

    function back(uint32 a, uint32 b) public pure {
        require(b > 0);
        uint q = a / b;
        uint r = a % b;
        assert(q * b + r == a);
        assert(r < b);
    }
}
// ----
// 6:21 overflow: safe
// 7:9 assertion: safe
// 12:18 overflow: safe
// 13:9 assertion: safe
// 14:9 assertion: safe
// 19:18 division by zero: safe
// 20:18 division by zero: safe
// 21:9 assertion: safe
// 21:16 overflow: safe
// 22:9 assertion: safe
