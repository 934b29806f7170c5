package org.speedwell.accelerator.binlog;

/**
 * An error of a distributed transaction: the reader found its commit, but its rows are before the position where
 * reading began.
 */
final class UnknownPrepareException extends BinlogException {
    private static final long serialVersionUID = 1L;

    private final transient BinlogPlace commit;

    /**
     * Creates an exception.
     *
     * @param commit the place at which the commit ends
     */
    UnknownPrepareException(BinlogPlace commit, String xid) {
        super(
                Reason.POSITION,
                "The distributed transaction " + xid + " was committed at " + commit.file() + ":" + commit.offset()
                        + ", and the server no longer has the part of its binlog with the transaction's rows.");
        this.commit = commit;
    }

    BinlogPlace commit() {
        return commit;
    }
}
