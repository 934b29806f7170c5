package org.speedwell.accelerator.binlog;

import java.nio.charset.StandardCharsets;
import org.speedwell.accelerator.binlog.CheckedEvents.DamagedException;
import org.speedwell.accelerator.model.Position;

/**
 * A check that each event of a log begins where the previous event ended. It detects lost, repeated and reordered
 * events. For one connection and one thread.
 *
 * <p>A server that sends events by transaction ids may omit transactions that the client already has. It does so at the
 * beginning of a connection.
 */
final class LogContinuity {
    private static final int ROTATE = 4;
    private static final int STOP = 3;
    private static final int FORMAT = 15;
    private static final int HEARTBEAT = 27;
    private static final int GTID = 33;
    private static final int ANONYMOUS_GTID = 34;
    private static final int GTID_TAGGED = 42;
    private static final int MARIADB_GTID = 162;
    private static final int ARTIFICIAL = 0x20;
    private static final int FIRST = 4;

    /** The maximum length in bytes of an event that the server creates for one connection. */
    private static final int LONG = 16 << 20;

    /** The maximum length in bytes of any event: slightly more than the server's limit for a packet. */
    private static final int LONGEST = (1 << 30) + (1 << 20);

    private final Position from;
    private final LogOrder order;
    private final boolean isByIds;
    private final boolean hasDomains;

    /** The name of the current file. It is empty until the first event of the server names the file. */
    private String file = "";

    /** The expected offset of the next event. */
    private long expected;

    /** True while the server may omit transactions. */
    private boolean mayOmit;

    /** True after the first transaction has begun on this connection. */
    private boolean hasBegun;

    /** True when the current file has ended. */
    private boolean isOver;

    LogContinuity(Position from, LogOrder order) {
        this.order = order;
        this.from = from;
        this.isByIds = !from.gtids().isEmpty();
        this.hasDomains = isByIds && from.gtids().contains(",") && !from.gtids().contains(":");
        this.mayOmit = isByIds;
    }

    /**
     * Checks that the length and the offset in the header of an event are valid. The caller has not yet read the body.
     *
     * @throws DamagedException if the length is out of range, the file has no name yet, or the event begins at a wrong
     * offset
     */
    void require(byte[] header) throws DamagedException {
        long length = CheckedEvents.length(header);
        boolean isArtificial = isArtificial(header);
        if (length < CheckedEvents.HEADER || length > (isArtificial ? LONG : LONGEST)) {
            throw new DamagedException("an event has the invalid length of " + length + " bytes");
        }
        if (file.isEmpty() && !(isArtificial && CheckedEvents.type(header) == ROTATE)) {
            throw new DamagedException("the server sent an event before the name of its file");
        }
        if (!isArtificial && CheckedEvents.next(header) != 0) {
            long begin = CheckedEvents.next(header) - length & 0xFFFF_FFFFL;
            if (begin != expected && !(mayOmit && begin > expected)) {
                throw new DamagedException(
                        "after " + file + ":" + expected + " the server sent the event at offset " + begin);
            }
        }
    }

    /** Returns whether the server created the event for this connection. No file contains such an event. */
    private static boolean isArtificial(byte[] header) {
        int type = CheckedEvents.type(header);
        return (CheckedEvents.flags(header) & ARTIFICIAL) != 0
                || type == HEARTBEAT
                || CheckedEvents.next(header) == 0 && (type == FORMAT || type == ROTATE);
    }

    /**
     * Advances past an event that {@link #require} has accepted.
     *
     * @param end the end of the body in {@code event}, without the checksum
     * @throws DamagedException if the event names a wrong file or offset
     */
    void take(byte[] event, int end) throws DamagedException {
        int type = CheckedEvents.type(event);
        long next = CheckedEvents.next(event);
        switch (type) {
            case ROTATE -> {
                if (isArtificial(event)) {
                    begin(
                            name(event, CheckedEvents.HEADER + 8, end),
                            EventBytes.littleEndian(event, CheckedEvents.HEADER, 8));
                } else {
                    isOver = true;
                    expected = next;
                }
            }
            case HEARTBEAT -> beat(name(event, CheckedEvents.HEADER, end), next);
            default -> {
                if (!isArtificial(event)) {
                    // inside a transaction, MariaDB writes 0 as the next offset
                    expected = next != 0 ? next : expected + CheckedEvents.length(event) & 0xFFFF_FFFFL;
                }
                if (type == STOP) {
                    isOver = true;
                }
                if (type == GTID || type == ANONYMOUS_GTID || type == GTID_TAGGED || type == MARIADB_GTID) {
                    hasBegun = true;
                    mayOmit &= hasDomains;
                }
            }
        }
    }

    private static String name(byte[] event, int from, int end) {
        return new String(event, from, end - from, StandardCharsets.UTF_8);
    }

    private void begin(String named, long offset) throws DamagedException {
        if (file.isEmpty()) {
            if (!isByIds && !(named.equals(from.file()) && offset == Math.max(FIRST, from.offset()))) {
                throw new DamagedException("the server begins at " + named + ":" + offset + ", but Speedwell requested "
                        + from.file() + ":" + from.offset());
            }
        } else if (!named.equals(file) && !isOver && (hasBegun || !isByIds)) {
            String gap = "after " + file + ":" + expected + " the server sent " + named + ":" + offset;
            if (!order.isKnown(gap)) { // otherwise two connections found the same gap: the server was killed there
                throw new DamagedException(gap);
            }
        }
        file = named;
        expected = offset;
        isOver = false;
    }

    private void beat(String named, long at) throws DamagedException {
        boolean isWhere = named.equals(file) && at == expected;
        if (!isWhere && !(mayOmit && (!named.equals(file) || at > expected))) {
            throw new DamagedException(
                    "after " + file + ":" + expected + " the server sent no events up to " + named + ":" + at);
        }
        file = named;
        expected = at;
        mayOmit &= !hasBegun;
    }
}
