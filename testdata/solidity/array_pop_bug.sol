// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Stack {
    uint[] items;

    function push(uint value) public {
        items.push(value);
    }

    function pop() public {
        items.pop();
    }
}
// ----
// 12:9 empty pop: happens
