package org.speedwell.bench.htap;

import java.sql.SQLException;

/** The five transactions of TPC-C, with their shares. */
enum Transaction {
    NEW_ORDER(45) {
        @Override
        boolean run(Terminal terminal) throws SQLException {
            return OrderTransactions.newOrder(terminal);
        }
    },
    PAYMENT(43) {
        @Override
        boolean run(Terminal terminal) throws SQLException {
            return CustomerTransactions.payment(terminal);
        }
    },
    ORDER_STATUS(4) {
        @Override
        boolean run(Terminal terminal) throws SQLException {
            return CustomerTransactions.orderStatus(terminal);
        }
    },
    DELIVERY(4) {
        @Override
        boolean run(Terminal terminal) throws SQLException {
            return OrderTransactions.delivery(terminal);
        }
    },
    STOCK_LEVEL(4) {
        @Override
        boolean run(Terminal terminal) throws SQLException {
            return OrderTransactions.stockLevel(terminal);
        }
    };

    private final int percent;

    Transaction(int percent) {
        this.percent = percent;
    }

    /** Returns a transaction with the probabilities of the mix. */
    static Transaction any(TpccRandom random) {
        int ticket = random.between(1, 100);
        for (Transaction transaction : values()) {
            ticket -= transaction.percent;
            if (ticket <= 0) {
                return transaction;
            }
        }
        throw new IllegalStateException("The shares do not add up to 100 percent.");
    }

    /**
     * Runs the statements of the transaction with random inputs.
     *
     * @return true if the terminal must commit, and false if it must roll back
     */
    abstract boolean run(Terminal terminal) throws SQLException;
}
