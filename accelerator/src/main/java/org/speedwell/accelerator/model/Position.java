package org.speedwell.accelerator.model;

/**
 * A place in the binlog of a database: all that was committed before it is in what has this position.
 *
 * @param file name of the binlog file on the server that was asked
 * @param offset bytes into it
 * @param gtids the ids of all transactions up to there, as the server writes them; empty where it keeps none. Where they are
 *     known they decide, as they mean the same on every server
 */
public record Position(String file, long offset, String gtids) {
    @Override
    public String toString() {
        return file + ":" + offset + (gtids.isEmpty() ? "" : " (" + gtids + ")");
    }
}
