// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Overflow {
    uint8 a;

    function add(uint8 b) public {
        a += b;
    }

    function sub(uint8 b) public view returns (uint8) {
        require(b <= a);
        return a - b;
    }

    function div(uint b) public pure returns (uint) {
        return 100 / b;
    }

    function neg(int8 x) public pure returns (int8) {
        require(x > -100);
        return -x;
    }
}
// ----
// 8:9 overflow: happens
// 13:16 underflow: safe
// 17:16 division by zero: happens
// 22:16 overflow: safe
// 22:16 underflow: safe
