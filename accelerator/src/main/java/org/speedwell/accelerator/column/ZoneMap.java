package org.speedwell.accelerator.column;

import java.util.Arrays;
import org.speedwell.accelerator.codec.Codes;

/**
 * The least and greatest code of each run of {@value #ROWS} rows, with which a scan leaves out the zones that cannot match
 * and need not look at those that match as a whole. The code of a NULL row counts like any other.
 *
 * <p>All versions of a column have one and the same: what an edit puts in and what it replaces counts from then on, so that it
 * holds for versions before and after. Codes themselves are read once, when a scan of any version asks; if each version had
 * its own, a scan of many rows would make one in vain, as there are newer ones by then. Thread-safe.
 */
public final class ZoneMap {
    /** Rows a zone; the last may have fewer. */
    public static final int ROWS = 1 << 12;

    /**
     * By zone the least code, then the greatest. They are widened in place: who has an older version may see that or not.
     */
    private volatile long[] bounds = {};

    private volatile boolean isRead;

    /** Makes sure that the codes of a version are known; with them and all that was edited, those of all versions are. */
    void read(Codes codes) {
        if (isRead) {
            return;
        }
        long[] found = grown(new long[0], codes.rows());
        for (int from = 0; from < codes.rows(); from += ROWS) {
            long low = Long.MAX_VALUE;
            long high = Long.MIN_VALUE;
            for (int row = from; row < Math.min(from + ROWS, codes.rows()); row++) {
                long code = codes.get(row);
                low = Math.min(low, code);
                high = Math.max(high, code);
            }
            widen(found, from, low, high);
        }
        synchronized (this) {
            long[] all = grown(bounds, codes.rows());
            for (int i = 0; i < found.length; i += 2) {
                widen(all, i / 2 * ROWS, found[i], found[i + 1]);
            }
            bounds = all;
            isRead = true;
        }
    }

    /** Counts what changes replace in the codes of one version and put into those of the next one, which nobody scans yet. */
    synchronized void edit(Codes former, Codes next, KeyChanges changes) {
        long[] all = grown(bounds, next.rows());
        for (int place = 0; place < changes.size(); place++) {
            int row = changes.row(place);
            widen(all, row, next.get(row), next.get(row));
            if (row < former.rows()) {
                widen(all, row, former.get(row), former.get(row));
            }
        }
        bounds = all;
    }

    private static void widen(long[] bounds, int row, long low, long high) {
        int least = row / ROWS << 1;
        bounds[least] = Math.min(bounds[least], low);
        bounds[least + 1] = Math.max(bounds[least + 1], high);
    }

    /** Bounds with zones for so many rows at least; those that are new have no code yet. */
    private static long[] grown(long[] bounds, int rows) {
        int length = (int) (((long) rows + ROWS - 1) / ROWS) * 2;
        if (length <= bounds.length) {
            return bounds;
        }
        long[] grown = Arrays.copyOf(bounds, length);
        for (int zone = bounds.length; zone < length; zone += 2) {
            grown[zone] = Long.MAX_VALUE;
            grown[zone + 1] = Long.MIN_VALUE;
        }
        return grown;
    }

    /** Whether no row of the zone has a code from {@code low} to {@code high}. */
    public boolean isOutside(int zone, long low, long high) {
        long[] all = bounds;
        return all[2 * zone + 1] < low || all[2 * zone] > high;
    }

    /** Whether all rows of the zone have a code from {@code low} to {@code high}. */
    public boolean isInside(int zone, long low, long high) {
        long[] all = bounds;
        return all[2 * zone] >= low && all[2 * zone + 1] <= high;
    }
}
