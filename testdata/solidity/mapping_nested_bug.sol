// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Nested {
    mapping(uint => mapping(uint => uint)) grid;

    function set(uint x, uint y, uint value) public {
        grid[x][y] = value;
        grid[y][x] = value / 2;
        assert(grid[x][y] == value);
    }
}
// ----
// 9:22 division by zero: safe
// 10:9 assertion: happens
