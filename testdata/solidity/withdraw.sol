// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Vault {
    mapping(address => uint) deposits;
    bool busy;

    function deposit(uint amount) public {
        require(!busy);
        require(amount < 1000);
        require(deposits[msg.sender] < 1000);
        deposits[msg.sender] += amount;
        assert(deposits[msg.sender] >= amount);
    }

    function withdraw(address payable to) public {
        require(!busy);
        busy = true;
        uint amount = deposits[to];
        deposits[to] = 0;
        (bool ok, ) = to.call("");
        require(ok);
        busy = false;
        assert(deposits[to] == 0);
        assert(amount >= 0);
    }
}
// ----
// 12:9 overflow: safe
// 13:9 assertion: safe
// 24:9 assertion: safe
// 25:9 assertion: safe
