// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Token {
    struct Account {
        uint balance;
        bool frozen;
    }
    struct Ledger {
        uint supply;
        mapping(address => Account) accounts;
    }
    Ledger ledger;

    function freeze(address who) public {
        ledger.accounts[who].frozen = true;
    }

    function mint(address to, uint amount) public {
        require(amount < 1000);
        require(!ledger.accounts[to].frozen);
        uint before = ledger.accounts[to].balance;
        unchecked {
            ledger.accounts[to].balance += amount;
            ledger.supply += amount;
        }
        assert(!ledger.accounts[to].frozen);
        unchecked {
            assert(ledger.accounts[to].balance == before + amount);
        }
    }
}
// ----
// 27:9 assertion: safe
// 29:13 assertion: safe
