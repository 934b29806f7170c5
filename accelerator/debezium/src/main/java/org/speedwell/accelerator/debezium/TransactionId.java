package org.speedwell.accelerator.debezium;

import org.speedwell.accelerator.binlog.LogOrder;

/**
 * A GTID. The server numbers the transactions of a source without gaps.
 *
 * @param source the server, or on MariaDB the domain
 * @param gtid the whole id
 */
record TransactionId(String source, long number, String gtid) {

    /**
     * Returns the id of a text.
     *
     * @throws IllegalArgumentException if it is not a GTID
     */
    static TransactionId of(String gtid) {
        try {
            return new TransactionId(LogOrder.source(gtid), LogOrder.number(gtid), gtid);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "Transaction " + gtid + " has no GTID. Start the server with gtid_mode=ON.", e);
        }
    }

    /** Returns the id of another transaction of the source. */
    TransactionId withNumber(long other) {
        String prefix = gtid.substring(0, gtid.length() - Long.toString(number).length());
        return new TransactionId(source, other, prefix + other);
    }

    /** Returns the key under which parts of the transaction meet. */
    Key key() {
        return new Key(source, number);
    }

    /** The part of an id that also identifies a transaction of MariaDB whose server is unknown. */
    record Key(String source, long number) {}
}
