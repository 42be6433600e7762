// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Token {
    mapping(address => uint) balance;

    constructor(uint supply) {
        balance[msg.sender] = supply;
    }

    function transfer(address to, uint amount) public {
        require(balance[msg.sender] >= amount);
        uint before = balance[msg.sender];
        unchecked {
            balance[msg.sender] -= amount;
            balance[to] += amount;
        }
        assert(balance[msg.sender] == before - amount);
    }
}
// ----
// 18:9 assertion: happens
// 18:39 underflow: safe
