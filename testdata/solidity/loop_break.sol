// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Search {
    uint[] items;

    function find(uint key) public view returns (uint) {
        for (uint i = 0; i < items.length; ++i) {
            if (items[i] == key) {
                assert(items[i] == key);
                return i;
            }
        }
        return items.length;
    }
}
// ----
// 8:44 overflow: safe
// 9:17 bounds: safe
// 10:17 assertion: safe
// 10:24 bounds: safe
