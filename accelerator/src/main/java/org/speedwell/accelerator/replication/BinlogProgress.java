package org.speedwell.accelerator.replication;

import com.github.shyiko.mysql.binlog.GtidSet;
import com.github.shyiko.mysql.binlog.MariadbGtidSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogPlace;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.model.Position;

/**
 * The progress of reading a binlog. If transactions have global ids, it compares these, because they mean the same on
 * every server; otherwise it compares file and offset. For one thread.
 */
public final class BinlogProgress {
    private String file;
    private long offset;

    /** The executed transactions of a MySQL server; null if it has no global ids. */
    private @Nullable GtidSet executed;

    /** The last id of each domain of a MariaDB server; null if it has none. */
    private @Nullable Map<String, String> lastOfDomain;

    /** The last position without undecided transactions; null while that is the current position. */
    private @Nullable Position decided;

    public BinlogProgress(Position from) {
        this.file = from.file();
        this.offset = from.offset();
        if (MariadbGtidSet.isMariaGtidSet(from.gtids())) {
            lastOfDomain = byDomain(from.gtids());
        } else if (!from.gtids().isEmpty()) {
            executed = new GtidSet(from.gtids());
        }
    }

    private static Map<String, String> byDomain(String gtids) {
        return Arrays.stream(gtids.split(","))
                .map(String::strip)
                .collect(Collectors.toMap(LogOrder::source, id -> id, (one, other) -> other, HashMap::new));
    }

    /** Advances to an entry that was read. */
    public void advance(BinlogPlace to) {
        if (to.isDecided()) {
            decided = null;
        } else if (decided == null) {
            decided = position();
        }
        file = to.file();
        offset = to.offset();
        if (!to.gtid().isEmpty()) {
            if (lastOfDomain != null) {
                lastOfDomain.put(LogOrder.source(to.gtid()), to.gtid());
            } else if (executed != null) {
                executed.add(to.gtid());
            }
        }
    }

    /** Returns whether the entry that ends at this place has already been read. */
    public boolean has(BinlogPlace end) {
        if (executed != null && !end.gtid().isEmpty()) {
            return isIn(executed, end.gtid());
        }
        if (lastOfDomain != null && !end.gtid().isEmpty()) {
            String last = lastOfDomain.get(LogOrder.source(end.gtid()));
            return last != null && LogOrder.number(last) >= LogOrder.number(end.gtid());
        }
        return !BinlogPlace.isBefore(file, offset, end.file(), end.offset());
    }

    /** Looks for one transaction in a set without creating a set for it, because every transaction is looked for. */
    private static boolean isIn(GtidSet set, String gtid) {
        int server = gtid.indexOf(':');
        int colon = gtid.lastIndexOf(':');
        GtidSet.UUIDSet ofServer =
                set.getUUIDSet(gtid.substring(0, server), server == colon ? null : gtid.substring(server + 1, colon));
        if (ofServer != null) {
            long number = LogOrder.number(gtid);
            for (GtidSet.Interval interval : ofServer.getIntervals()) {
                if (interval.getStart() <= number && number <= interval.getEnd()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the position of the last entry. */
    public Position position() {
        String gtids = "";
        if (lastOfDomain != null) {
            gtids = lastOfDomain.values().stream().sorted().collect(Collectors.joining(","));
        } else if (executed != null) {
            gtids = executed.toString();
        }
        return new Position(file, offset, gtids);
    }

    /**
     * Returns the last position at which no transaction was open, or prepared but not committed. Reading from there
     * misses no rows.
     */
    public Position decided() {
        return decided == null ? position() : decided;
    }

    /** Returns whether everything before a position of the same servers has been read. */
    public boolean covers(Position position) {
        if (executed != null && !position.gtids().isEmpty()) {
            return new GtidSet(position.gtids()).isContainedWithin(executed);
        }
        if (lastOfDomain != null && MariadbGtidSet.isMariaGtidSet(position.gtids())) {
            Map<String, String> reached = lastOfDomain;
            return byDomain(position.gtids()).values().stream().allMatch(id -> {
                String last = reached.get(LogOrder.source(id));
                return last != null && LogOrder.number(last) >= LogOrder.number(id);
            });
        }
        return !position.file().isEmpty() && !BinlogPlace.isBefore(file, offset, position.file(), position.offset());
    }
}
