package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.Nullable;

/**
 * The files of a binlog from one file backwards, in which something is looked for: the next one begins twice as far back as
 * the one before, or between one that exists and one that does not. Files are numbered from 1 on. For one thread.
 */
final class EarlierFiles {
    private final String name;
    private final int digits;
    private final long number;

    /** How many files back the farthest begins that was read. */
    private long read = -1;

    /** How many files back the server has none any more. */
    private long absent;

    private boolean isLimitKnown;
    private long asked;

    EarlierFiles(String file) {
        this.name = file.substring(0, file.lastIndexOf('.') + 1);
        this.digits = Math.min(file.length() - name.length(), 6); // a server writes more only where it has to
        this.number = Long.parseLong(file.substring(name.length()));
        this.absent = number;
    }

    /** Returns the file from which to read next; null if all that exist have been read. */
    @Nullable
    String next() {
        if (absent - read <= 1) {
            return null;
        }
        asked = isLimitKnown ? (read + absent) / 2 : Math.min(Math.max(0, 2 * read + 1), absent - 1);
        return name + ("%0" + digits + "d").formatted(number - asked);
    }

    /** The file that was asked for last exists, and what is looked for is neither in it nor behind it. */
    void isRead() {
        read = asked;
    }

    /** The server does not have the file that was asked for last. */
    void isAbsent() {
        absent = asked;
        isLimitKnown = true;
    }
}
