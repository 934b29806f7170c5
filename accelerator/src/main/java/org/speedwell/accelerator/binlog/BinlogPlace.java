package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.Nullable;

/**
 * Where an entry of a binlog ends.
 *
 * @param gtid the global transaction id of the entry; empty where it has none
 * @param isDecided whether all transactions that begin before it are committed or rolled back. It is false inside a transaction, and
 *     while a distributed transaction is only prepared: a reading that begins here lacks rows of these transactions.
 */
public record BinlogPlace(String file, long offset, String gtid, boolean isDecided) {

    /** Whether it is before another place of the same server. Files are numbered. */
    public boolean isBefore(String otherFile, long otherOffset) {
        return isBefore(file, offset, otherFile, otherOffset);
    }

    /** Tells whether another place of the same server has the same file and offset. */
    boolean isAt(@Nullable BinlogPlace other) {
        return other != null && file.equals(other.file) && offset == other.offset;
    }

    /** Whether one place of a server is before another one. */
    public static boolean isBefore(String file, long offset, String otherFile, long otherOffset) {
        int byFile =
                file.length() == otherFile.length() ? file.compareTo(otherFile) : file.length() - otherFile.length();
        return byFile < 0 || byFile == 0 && offset < otherOffset;
    }
}
