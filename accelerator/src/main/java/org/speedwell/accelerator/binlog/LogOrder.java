package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.GtidSet;
import com.github.shyiko.mysql.binlog.MariadbGtidSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The expected order of transactions in the binlog, over all connections of a reader. Each server numbers its
 * transactions without a gap. A gap that two connections find at the same place exists on the server. A gap that only
 * one connection finds is a loss, for example after a damaged request. For one thread.
 */
public final class LogOrder {
    private static final int MAX_GAPS = 1_000;

    /** The number of the last transaction of each server or domain. */
    private final Map<String, Long> last = new HashMap<>();

    private final Set<String> gaps = new HashSet<>();

    /** Servers that do not write their transactions in order, such as replicas that apply transactions in parallel. */
    private final Set<String> unordered = new HashSet<>();

    private String begun = "";

    /**
     * Starts a connection after the transactions of {@code gtids}. The set is empty if the connection does not start by
     * ids.
     */
    void begin(String gtids) {
        begun = gtids;
        last.clear();
        last.putAll(last(gtids));
    }

    /** Returns the number of the last transaction of each server or domain in a set of ids, which may be empty. */
    public static Map<String, Long> last(String gtids) {
        Map<String, Long> last = new HashMap<>();
        if (MariadbGtidSet.isMariaGtidSet(gtids)) {
            for (String id : gtids.split(",")) {
                last.put(source(id.strip()), number(id.strip()));
            }
        } else if (!gtids.isEmpty()) {
            for (GtidSet.UUIDSet set : new GtidSet(gtids).getUUIDSets()) {
                set.getIntervals().forEach(interval -> last.merge(source(set), interval.getEnd(), Math::max));
            }
        }
        return last;
    }

    /** Returns whether a transaction may come next, and records it if so. */
    boolean admits(String gtid) {
        String source = source(gtid);
        long number = number(gtid);
        Long former = last.get(source);
        boolean isNext = former == null ? begun.isEmpty() || number == 1 : number <= former + 1;
        if (former != null && number <= former) {
            if (!isBefore(gtid)) {
                unordered.add(source);
            }
            return true;
        }
        if (!isNext && !unordered.contains(source)) {
            if (!isKnown(gtid)) {
                return false;
            }
        }
        last.put(source, number);
        return true;
    }

    /** Returns whether an earlier connection has found the same gap, and remembers the gap. */
    boolean isKnown(String gap) {
        if (gaps.size() >= MAX_GAPS) {
            gaps.clear();
        }
        return !gaps.add(gap);
    }

    private boolean isBefore(String gtid) {
        return begun.isEmpty()
                || MariadbGtidSet.isMariaGtidSet(begun)
                || new GtidSet(gtid).isContainedWithin(new GtidSet(begun));
    }

    private static String source(GtidSet.UUIDSet set) {
        return set.getTag() == null ? set.getServerId().toString() : set.getServerId() + ":" + set.getTag();
    }

    /** Returns the server or domain of a GTID. For a tagged GTID the result includes the tag. */
    public static String source(String gtid) {
        int colon = gtid.lastIndexOf(':');
        return colon < 0 ? gtid.substring(0, gtid.indexOf('-')) : gtid.substring(0, colon);
    }

    /** Returns the number of a GTID within its server or domain. */
    public static long number(String gtid) {
        return Long.parseLong(gtid.substring(Math.max(gtid.lastIndexOf(':'), gtid.lastIndexOf('-')) + 1));
    }
}
