// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

// Shifts by what a caller says, of all 256 bits.
contract ShiftByVariable {
    function left(uint a, uint b) internal pure returns (uint) {
        return a << b;
    }

    function right(int a, uint b) internal pure returns (int) {
        return a >> b;
    }

    function check() public pure {
        assert(left(0x4266, 0) == 0x4266);
        assert(left(0x4266, 8) == 0x426600);
        assert(left(0x4266, 0x4266) == 0);
        assert(right(-0x4266, 8) == -0x43);
        assert(left(3, 1) == 7);
    }
}
// ----
// 15:9 assertion: safe
// 16:9 assertion: safe
// 17:9 assertion: safe
// 18:9 assertion: safe
// 19:9 assertion: happens
