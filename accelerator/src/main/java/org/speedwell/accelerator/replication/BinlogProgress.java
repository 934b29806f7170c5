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
 * How far a binlog has been read. Where transactions have global ids these decide, as they mean the same on every server;
 * else file and offset do. For one thread.
 */
public final class BinlogProgress {
    private String file;
    private long offset;

    /** Of MySQL; null where it has none. */
    private @Nullable GtidSet executed;

    /** Of MariaDB: the last id of each domain; null where it has none. */
    private @Nullable Map<String, String> lastOfDomain;

    /** The last position at which all was decided; null while that is the position that was reached. */
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

    /** An entry has been read. */
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

    /** Whether an entry has been read already. */
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

    /** As each transaction is looked for, without a set made of it. */
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

    Position position() {
        String gtids = "";
        if (lastOfDomain != null) {
            gtids = lastOfDomain.values().stream().sorted().collect(Collectors.joining(","));
        } else if (executed != null) {
            gtids = executed.toString();
        }
        return new Position(file, offset, gtids);
    }

    /** Returns the last position at which no transaction was open or only prepared: reading that begins there misses no rows. */
    public Position decided() {
        return decided == null ? position() : decided;
    }

    /** Whether all that is before a position of the same servers has been read. */
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
