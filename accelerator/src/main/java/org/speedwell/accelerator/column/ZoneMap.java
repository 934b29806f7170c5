package org.speedwell.accelerator.column;

import java.util.Arrays;

/**
 * The least and greatest code of each run of {@value #ROWS} rows, with which a scan leaves out the zones that cannot match
 * and need not look at those that match as a whole. The code of a NULL row counts like any other. Immutable.
 */
public final class ZoneMap {
    /** Rows a zone; the last may have fewer. */
    public static final int ROWS = 1 << 12;

    private final long[] least;
    private final long[] greatest;

    private ZoneMap(int zones) {
        this.least = new long[zones];
        this.greatest = new long[zones];
    }

    static ZoneMap of(Codes codes) {
        ZoneMap map = new ZoneMap((codes.rows() + ROWS - 1) / ROWS);
        for (int zone = 0; zone < map.least.length; zone++) {
            int from = zone * ROWS;
            map.read(codes, zone, from, Math.min(from + ROWS, codes.rows()));
        }
        return map;
    }

    /** The zones of a later version of the codes; where some were changed they tell of the former ones as well. */
    ZoneMap edit(Codes codes, KeyChanges changes) {
        ZoneMap map = new ZoneMap((codes.rows() + ROWS - 1) / ROWS);
        System.arraycopy(least, 0, map.least, 0, least.length);
        System.arraycopy(greatest, 0, map.greatest, 0, greatest.length);
        Arrays.fill(map.least, least.length, map.least.length, Long.MAX_VALUE);
        Arrays.fill(map.greatest, least.length, map.least.length, Long.MIN_VALUE);
        for (int place = 0; place < changes.size(); place++) {
            int row = changes.row(place);
            long code = codes.get(row);
            map.least[row / ROWS] = Math.min(map.least[row / ROWS], code);
            map.greatest[row / ROWS] = Math.max(map.greatest[row / ROWS], code);
        }
        return map;
    }

    private void read(Codes codes, int zone, int from, int to) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int row = from; row < to; row++) {
            long code = codes.get(row);
            low = Math.min(low, code);
            high = Math.max(high, code);
        }
        least[zone] = low;
        greatest[zone] = high;
    }

    /** Whether no row of the zone has a code from {@code low} to {@code high}. */
    public boolean isOutside(int zone, long low, long high) {
        return greatest[zone] < low || least[zone] > high;
    }

    /** Whether all rows of the zone have a code from {@code low} to {@code high}. */
    public boolean isInside(int zone, long low, long high) {
        return least[zone] >= low && greatest[zone] <= high;
    }
}
