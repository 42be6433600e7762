// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Permissions {
    uint8 flags;

    function grant(uint8 bit) public {
        require(bit == 1 || bit == 2 || bit == 4);
        flags = flags | bit;
    }

    function revoke(uint8 bit) public {
        flags = flags & ~bit;
    }

    function check() public view {
        assert(flags < 8);
    }
}
// ----
// 17:9 assertion: safe
