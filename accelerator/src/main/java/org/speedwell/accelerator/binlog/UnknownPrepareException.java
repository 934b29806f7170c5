package org.speedwell.accelerator.binlog;

/** The commit of a distributed transaction whose rows the binlog has before the place where the reading began. */
final class UnknownPrepareException extends BinlogException {
    private static final long serialVersionUID = 1L;

    private final transient BinlogPlace commit;

    /** @param commit where the commit ends */
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
