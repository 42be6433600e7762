// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Calls {
    function max(uint a, uint b) internal pure returns (uint) {
        return a > b ? a : b;
    }

    function clamp(uint x, uint lo, uint hi) internal pure returns (uint) {
        require(lo <= hi);
        if (x < lo) return lo;
        return x > hi ? hi : x;
    }

    function f(uint a, uint b, uint c) public pure {
        uint m = max(a, max(b, c));
        assert(m >= a && m >= b && m >= c);
        uint k = clamp(m, 10, 20);
        assert(k >= 10 && k <= 20);
    }
}
// ----
// 17:9 assertion: safe
// 19:9 assertion: safe
