package org.speedwell.demo.maintained;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.speedwell.accelerator.model.Position;
import org.speedwell.demo.live.CommitTimes;

/**
 * The last delays from COMMIT until a subscriber had the change. A delay counts only if the version of the change ends
 * with a commit of the generator. Thread-safe.
 */
final class Delays {
    private static final int KEPT = 101;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

    private final CommitTimes commits;
    private final Deque<Arrival> arrivals = new ArrayDeque<>();
    private final Deque<Long> delays = new ArrayDeque<>();

    /** A change whose commit may not be recorded yet: the generator learns its position after the commit. */
    private record Arrival(Position position, long nanos) {}

    Delays(CommitTimes commits) {
        this.commits = commits;
    }

    /** Records the arrival of a change. */
    synchronized void arrived(Position position, long nanos) {
        add(arrivals, new Arrival(position, nanos));
    }

    /** Returns the median of the last delays in nanoseconds; −1 if there is none. */
    synchronized long median() {
        long now = System.nanoTime();
        for (Iterator<Arrival> each = arrivals.iterator(); each.hasNext(); ) {
            Arrival arrival = each.next();
            OptionalLong sent = commits.sentAt(arrival.position);
            if (sent.isPresent()) {
                add(delays, arrival.nanos - sent.getAsLong());
            }
            if (sent.isPresent() || now - arrival.nanos > PATIENCE) {
                each.remove();
            }
        }
        return delays.stream().sorted().skip(delays.size() / 2).findFirst().orElse(-1L);
    }

    private static <T> void add(Deque<T> deque, T value) {
        if (deque.size() == KEPT) {
            deque.removeFirst();
        }
        deque.addLast(value);
    }
}
