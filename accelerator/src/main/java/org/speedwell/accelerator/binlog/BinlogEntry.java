package org.speedwell.accelerator.binlog;

import java.time.Instant;

/** What stands in a binlog, one whole thing after the other. */
public sealed interface BinlogEntry {

    /** Where it ends. */
    BinlogPlace end();

    /** When it was committed, by the server's clock. */
    Instant at();

    /** A transaction that was committed, with the rows of the tables that are asked for; there may be none. */
    record Transaction(BinlogPlace end, Instant at, RowsLog rows) implements BinlogEntry {}

    /**
     * A statement that stands there as such: it may change tables, or what is in them in a way that no row tells.
     *
     * @param schema in which it was executed
     */
    record Statement(BinlogPlace end, Instant at, String schema, String sql) implements BinlogEntry {}

    /** Nothing but that the server is there, and has written nothing more. */
    record Heartbeat(BinlogPlace end, Instant at) implements BinlogEntry {}
}
