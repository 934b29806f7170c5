package org.speedwell.accelerator.column;

import java.util.Arrays;
import org.speedwell.accelerator.codec.Codes;

/**
 * A zone map: the smallest and greatest code of each zone of {@value #ROWS} rows. A scan skips zones that cannot match,
 * and does not read zones that match entirely. The codes of NULL rows count too.
 *
 * <p>All versions of a column share one zone map. An edit widens the zones by the old and the new codes, so that the
 * map is valid for earlier and later versions. The first scan of any version reads the codes, once for all versions.
 * With a map for each version, changes would make each map obsolete before a scan could use it. Thread-safe.
 */
public final class ZoneMap {
    /** The number of rows of a zone. The last zone may have fewer. */
    public static final int ROWS = 1 << 12;

    /**
     * The smallest and the greatest code of each zone, in turn. Edits widen them in place. A reader of an older version
     * may see this or not.
     */
    private volatile long[] bounds = {};

    private volatile boolean isRead;

    /**
     * Reads the codes of a version, unless an earlier call has done so. With the codes of later edits the map then
     * covers all versions.
     */
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

    /** Widens the zones by the codes that an edit replaces and by the new ones. No scan reads the next version yet. */
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

    /** Returns bounds with zones for at least the given number of rows. New zones are empty. */
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

    /**
     * Returns whether no row of the zone has a code from {@code low} to {@code high}. May return false although no row
     * has one.
     */
    public boolean isOutside(int zone, long low, long high) {
        long[] all = bounds;
        return all[2 * zone + 1] < low || all[2 * zone] > high;
    }

    /**
     * Returns whether all rows of the zone have a code from {@code low} to {@code high}. May return false although all
     * have one.
     */
    public boolean isInside(int zone, long low, long high) {
        long[] all = bounds;
        return all[2 * zone] >= low && all[2 * zone + 1] <= high;
    }

    /** Returns a lower bound of the codes of a zone. */
    public long low(int zone) {
        return bounds[2 * zone];
    }

    /** Returns an upper bound of the codes of a zone. */
    public long high(int zone) {
        return bounds[2 * zone + 1];
    }
}
