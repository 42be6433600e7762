// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Bounds {
    uint[] items;

    function get(uint index) public view returns (uint) {
        require(index < items.length);
        return items[index];
    }

    function last() public view returns (uint) {
        return items[items.length - 1];
    }
}
// ----
// 9:16 bounds: safe
// 13:16 bounds: safe
// 13:22 underflow: happens
