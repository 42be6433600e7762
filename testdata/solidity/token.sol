// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Token {
    mapping(address => uint) balance;
    uint total;

    constructor(uint supply) {
        total = supply;
        balance[msg.sender] = supply;
    }

    function transfer(address to, uint amount) public {
        require(to != msg.sender);
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
// 21:9 assertion: safe
// 21:39 underflow: safe
