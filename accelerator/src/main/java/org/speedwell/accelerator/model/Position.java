package org.speedwell.accelerator.model;

/**
 * A binlog position. A state with this position contains all transactions that the database committed before it.
 *
 * @param file the name of the binlog file on the server
 * @param offset the offset in the file, in bytes
 * @param gtids the ids of all transactions up to the position, as the server writes them; empty if the server keeps
 * none. If they are present they decide, because they mean the same on every server.
 */
public record Position(String file, long offset, String gtids) {
    @Override
    public String toString() {
        return file + ":" + offset + (gtids.isEmpty() ? "" : " (" + gtids + ")");
    }
}
