package org.speedwell.streaming.pane;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * An operator of session windows. Each event opens a window whose length is one gap. The operator merges overlapping
 * windows of a key.
 */
final class SessionOperator<K, A, R> extends WindowOperator<K, R> {
    private final long gap;
    private final Aggregate<Object, A, R> aggregate;
    private final Keys keys;
    private final Failures failures;
    private final LateEvents lateEvents;

    /** The open sessions of each slot. */
    private @Nullable List<Session<A>>[] sessions = lists(16);

    /**
     * All open sessions, once each, ordered by an end that the session had at some time. The operator checks the
     * present end when the session comes first.
     */
    private final PriorityQueue<Due<A>> due = new PriorityQueue<>(Comparator.comparingLong(Due::end));

    private long watermark = Long.MIN_VALUE;

    /** The open sessions whose early results are to be emitted. */
    private final Deque<Due<A>> early = new ArrayDeque<>();

    private static final class Session<A> {
        final A accumulator;
        long start;
        long end;
        boolean gone;

        Session(A accumulator, long start, long end) {
            this.accumulator = accumulator;
            this.start = start;
            this.end = end;
        }
    }

    private record Due<A>(long end, int slot, Session<A> session) {}

    SessionOperator(
            Window.Session definition,
            Aggregate<Object, A, R> aggregate,
            Keys keys,
            Failures failures,
            LateEvents lateEvents) {
        this.gap = definition.gap();
        this.aggregate = aggregate;
        this.keys = keys;
        this.failures = failures;
        this.lateEvents = lateEvents;
    }

    @Override
    public int accept(Batch batch, int from, int sender, Output<WindowResult<K, R>> output) {
        int i = from;
        for (; i < batch.size && output.isOpen(); i++) { // late events may fill the output
            int slot = keys.slot(batch, i);
            keys.retain(slot); // keeps no key for an event that opens no session
            add(sessions(slot), slot, batch, i, output);
            keys.release(slot);
        }
        if (keys.excess() > 0) {
            evict(keys.excess());
        }
        return i;
    }

    /** Evicts the sessions that would end first, until {@code count} keys have none. */
    private void evict(int count) {
        int size = keys.size() - count;
        while (keys.size() > size && !due.isEmpty()) {
            Due<A> first = due.remove();
            if (first.session.end > first.end && !first.session.gone) {
                due.add(new Due<>(first.session.end, first.slot, first.session));
            } else if (!first.session.gone) {
                int before = keys.size();
                close(first);
                if (keys.size() < before) {
                    keys.evicted();
                }
            }
        }
    }

    private void close(Due<A> closing) {
        closing.session.gone = true;
        sessions(closing.slot).remove(closing.session);
        keys.release(closing.slot);
    }

    private void add(List<Session<A>> open, int slot, Batch batch, int i, Output<?> output) {
        long time = batch.times[i];
        Session<A> session = overlapping(open, time, time + gap, null);
        if (session == null) {
            if (time + gap <= watermark) {
                lateEvents.late(batch, i, watermark, output);
                return;
            }
            Session<A> opened = new Session<>(create(slot), time, time + gap);
            if (accumulate(opened, batch, i)) {
                open.add(opened);
                due.add(new Due<>(opened.end, slot, opened));
                keys.retain(slot);
            }
        } else if (accumulate(session, batch, i)) {
            session.start = Math.min(session.start, time);
            session.end = Math.max(session.end, time + gap);
            merge(open, session, slot);
        }
    }

    private boolean accumulate(Session<A> session, Batch batch, int i) {
        Object event = requireNonNull(batch.events[i]);
        try {
            aggregate.accumulate(session.accumulator, event, batch.times[i]);
            return true;
        } catch (Throwable e) {
            failures.report("the aggregate", event, e);
            return false;
        }
    }

    /** Merges a session that has grown with the sessions that it now overlaps, at most one on each side. */
    private void merge(List<Session<A>> open, Session<A> session, int slot) {
        Session<A> other = overlapping(open, session.start, session.end, session);
        while (other != null) {
            combine(slot, session, other);
            session.start = Math.min(session.start, other.start);
            session.end = Math.max(session.end, other.end);
            other.gone = true;
            open.remove(other);
            keys.release(slot);
            other = overlapping(open, session.start, session.end, session);
        }
    }

    private A create(int slot) {
        try {
            return requireNonNull(aggregate.create(), "The accumulator is null.");
        } catch (Throwable e) {
            throw failures.fatal("the aggregate's create", new Failures.OfKey(keys.key(slot)), e);
        }
    }

    private void combine(int slot, Session<A> session, Session<A> other) {
        try {
            aggregate.combine(session.accumulator, other.accumulator);
        } catch (Throwable e) {
            throw failures.fatal("the aggregate's combine", new Failures.OfKey(keys.key(slot)), e);
        }
    }

    private static <A> @Nullable Session<A> overlapping(
            List<Session<A>> open, long start, long end, @Nullable Session<A> except) {
        for (Session<A> session : open) {
            if (session != except && session.start < end && start < session.end) {
                return session;
            }
        }
        return null;
    }

    @Override
    public void advance(long to) {
        watermark = to;
    }

    @Override
    public void peekEarly() {
        for (Due<A> each : due) {
            if (!each.session.gone) {
                early.add(each);
            }
        }
    }

    @Override
    public boolean emit(Output<WindowResult<K, R>> output) {
        int looks = 0;
        for (Due<A> each = early.peek(); each != null; each = early.peek()) {
            if (!output.isOpen() || looks++ == STEP) {
                return false;
            }
            early.remove();
            emit(each.session, each.slot, true, output);
        }
        for (Due<A> first = due.peek(); first != null && first.end <= watermark; first = due.peek()) {
            if (!output.isOpen() || looks++ == STEP) {
                return false;
            }
            due.remove();
            Session<A> session = first.session;
            if (session.gone) {
                continue;
            }
            if (session.end > first.end) {
                due.add(new Due<>(session.end, first.slot, session));
                continue;
            }
            emit(session, first.slot, false, output);
            close(first);
        }
        return true;
    }

    @SuppressWarnings("unchecked") // keys have the type of the operator's definition
    private void emit(Session<A> session, int slot, boolean isEarly, Output<WindowResult<K, R>> output) {
        K key = (K) keys.key(slot);
        R value;
        try {
            value = aggregate.finish(session.accumulator);
        } catch (Throwable e) {
            failures.report(FINISH, new Failures.OfKey(key), e);
            return;
        }
        output.send(new WindowResult<>(key, session.start, session.end, value, isEarly), session.end - 1);
    }

    @Override
    public long bytes() {
        return keys.bytes();
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(watermark);
        int[] numbers = keys.save(out);
        List<Due<A>> open = due.stream().filter(each -> !each.session.gone).toList();
        out.writeInt(open.size());
        for (Due<A> each : open) {
            out.writeInt(numbers[each.slot]);
            out.writeLong(each.session.start);
            out.writeLong(each.session.end);
            aggregate.save(each.session.accumulator, out);
        }
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        watermark = Math.max(watermark, in.readLong());
        int[] slots = keys.restore(in);
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            int slot = slots[in.readInt()];
            long start = in.readLong();
            long end = in.readLong();
            Session<A> session = new Session<>(aggregate.restore(in), start, end);
            if (slot < 0) {
                continue;
            }
            sessions(slot).add(session);
            due.add(new Due<>(end, slot, session));
            keys.retain(slot);
        }
    }

    private List<Session<A>> sessions(int slot) {
        if (slot >= sessions.length) {
            sessions = Arrays.copyOf(sessions, Math.max(2 * sessions.length, slot + 1));
        }
        List<Session<A>> open = sessions[slot];
        if (open == null) {
            open = new ArrayList<>(2);
            sessions[slot] = open;
        }
        return open;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <A> @Nullable List<Session<A>>[] lists(int length) {
        return new List[length];
    }
}
