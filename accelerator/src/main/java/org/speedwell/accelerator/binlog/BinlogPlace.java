package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.Nullable;

/**
 * The place in a binlog at which an entry ends.
 *
 * @param gtid the global transaction id of the entry; empty if it has none
 * @param isDecided whether all transactions that begin before this place are committed or rolled back. It is false
 * inside a transaction, and while a distributed transaction is only prepared. A reader that starts here lacks rows of
 * these transactions.
 */
public record BinlogPlace(String file, long offset, String gtid, boolean isDecided) {

    /**
     * Returns whether this place precedes another place of the same server. The order of files is that of their
     * numbers.
     */
    public boolean isBefore(String otherFile, long otherOffset) {
        return isBefore(file, offset, otherFile, otherOffset);
    }

    /** Returns whether another place of the same server has the same file and offset. */
    boolean isAt(@Nullable BinlogPlace other) {
        return other != null && file.equals(other.file) && offset == other.offset;
    }

    /** Returns whether one place precedes another place of the same server. */
    public static boolean isBefore(String file, long offset, String otherFile, long otherOffset) {
        int byFile =
                file.length() == otherFile.length() ? file.compareTo(otherFile) : file.length() - otherFile.length();
        return byFile < 0 || byFile == 0 && offset < otherOffset;
    }
}
