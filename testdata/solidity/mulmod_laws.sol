// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Modular {
    function mul(uint x, uint y, uint m) public pure {
        require(m > 0);
        assert(mulmod(x, y, m) < m);
        assert(addmod(x, y, m) < m);
    }

    function small() public pure {
        assert(mulmod(7, 9, 10) == 3);
        assert(addmod(type(uint).max, 1, 7) == 2);
    }

    function zero(uint x, uint m) public pure {
        assert(mulmod(x, 2, m) < m);
    }
}
// ----
// 7:9 assertion: safe
// 7:16 division by zero: safe
// 8:9 assertion: safe
// 8:16 division by zero: safe
// 12:9 assertion: safe
// 12:16 division by zero: safe
// 13:9 assertion: safe
// 13:16 division by zero: safe
// 17:9 assertion: happens
// 17:16 division by zero: happens
