// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Fixed {
    uint[4] slots;

    function set(uint8 index, uint value) public {
        require(index < 4);
        slots[index] = value;
        assert(slots[index] == value);
    }

    function length() public view {
        assert(slots.length == 4);
    }
}
// ----
// 9:9 bounds: safe
// 10:9 assertion: safe
// 10:16 bounds: safe
// 14:9 assertion: safe
