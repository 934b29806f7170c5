package org.speedwell.accelerator.binlog;

import java.time.Instant;

/** An entry of a binlog, in the form that a {@link BinlogReader} passes on. */
public sealed interface BinlogEntry {

    /** Returns the place at which the entry ends. */
    BinlogPlace end();

    /** Returns the time of the commit, by the clock of the server. */
    Instant at();

    /** A committed transaction with the rows of followed tables, which may be empty. */
    record Transaction(BinlogPlace end, Instant at, RowsLog rows) implements BinlogEntry {}

    /**
     * A statement that the binlog contains as SQL. It may change tables, or rows for which the binlog has no row
     * images.
     *
     * @param schema the default schema of the statement
     */
    record Statement(BinlogPlace end, Instant at, String schema, String sql) implements BinlogEntry {}

    /** A sign that the server is alive and has written nothing new. */
    record Heartbeat(BinlogPlace end, Instant at) implements BinlogEntry {}
}
