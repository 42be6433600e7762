// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Allowance {
    mapping(address => mapping(address => uint)) allowed;

    function approve(address spender, uint value) public {
        allowed[msg.sender][spender] = value;
        assert(allowed[msg.sender][spender] == value);
    }

    function spend(address owner, uint value) public {
        uint old = allowed[owner][msg.sender];
        allowed[owner][msg.sender] = old - value;
        assert(allowed[owner][msg.sender] <= old);
    }
}
// ----
// 9:9 assertion: safe
// 14:38 underflow: happens
// 15:9 assertion: safe
