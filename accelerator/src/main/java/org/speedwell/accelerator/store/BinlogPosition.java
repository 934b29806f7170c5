package org.speedwell.accelerator.store;

/**
 * A place in the binlog of a database server.
 *
 * @param file name of the binlog file
 * @param offset bytes into it
 * @param gtids all global transaction ids up to there, as the server writes them; empty where transactions may have none, so
 *     that file and offset alone decide
 */
public record BinlogPosition(String file, long offset, String gtids) {
    @Override
    public String toString() {
        return file + ":" + offset + (gtids.isEmpty() ? "" : " (" + gtids + ")");
    }
}
