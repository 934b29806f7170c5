package org.speedwell.accelerator.binlog;

/**
 * Where an entry of a binlog ends.
 *
 * @param gtid the global transaction id of the entry; empty where it has none
 * @param isDecided whether all before it is committed or rolled back; a distributed transaction that is only prepared is
 *     not, and is known only to who has read its rows
 */
public record BinlogPlace(String file, long offset, String gtid, boolean isDecided) {

    /** Whether it is before another place of the same server. Files are numbered. */
    public boolean isBefore(String otherFile, long otherOffset) {
        return isBefore(file, offset, otherFile, otherOffset);
    }

    /** Whether one place of a server is before another one. */
    public static boolean isBefore(String file, long offset, String otherFile, long otherOffset) {
        int byFile =
                file.length() == otherFile.length() ? file.compareTo(otherFile) : file.length() - otherFile.length();
        return byFile < 0 || byFile == 0 && offset < otherOffset;
    }
}
