// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Stack {
    uint[] items;

    function push(uint value) public {
        items.push(value);
        assert(items[items.length - 1] == value);
    }

    function pop() public {
        require(items.length > 0);
        uint before = items.length;
        items.pop();
        assert(items.length == before - 1);
    }
}
// ----
// 9:9 assertion: safe
// 9:16 bounds: safe
// 9:22 underflow: safe
// 15:9 empty pop: safe
// 16:9 assertion: safe
// 16:32 underflow: safe
