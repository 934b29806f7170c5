package org.speedwell.accelerator.binlog;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A search through the files of a binlog, from one file backwards. Each step goes back twice as far as the one before.
 * When a file does not exist, a binary search finds the oldest file that exists. Servers number their files from 1. For
 * one thread.
 */
final class EarlierFiles {
    private final String name;
    private final int digits;
    private final long number;

    /** The number of files between the start of the search and the oldest file that the caller has read. */
    private long read = -1;

    /** The number of files between the start of the search and a file that the server no longer has. */
    private long absent;

    private boolean isLimitKnown;
    private long requested;

    EarlierFiles(String file) {
        this.name = file.substring(0, file.lastIndexOf('.') + 1);
        this.digits = Math.min(file.length() - name.length(), 6); // a server writes more digits only for larger numbers
        this.number = Long.parseLong(file.substring(name.length()));
        this.absent = number;
    }

    /** Returns the next file to read from; null if the caller has read all existing files. */
    @Nullable
    String next() {
        if (absent - read <= 1) {
            return null;
        }
        requested = isLimitKnown ? (read + absent) / 2 : Math.min(Math.max(0, 2 * read + 1), absent - 1);
        return name + String.format(Locale.ROOT, "%0" + digits + "d", number - requested);
    }

    /** Notes that the last file from {@link #next} exists, and that the searched event is in an earlier file. */
    void markRead() {
        read = requested;
    }

    /** Notes that the server does not have the last file from {@link #next}. */
    void markAbsent() {
        absent = requested;
        isLimitKnown = true;
    }
}
