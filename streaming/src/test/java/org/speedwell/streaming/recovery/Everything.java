package org.speedwell.streaming.recovery;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.BlockingSink;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Keyed;
import org.speedwell.streaming.LateEvent;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/** A pipeline with every operation. Each call of application code passes a fault, which may throw there. */
final class Everything {
    static final List<String> PLACES = List.of(
            "poll",
            "exhausted",
            "position",
            "seek",
            "source close",
            "time",
            "filter",
            "map",
            "flatMap",
            "flatMap element",
            "row",
            "enrich",
            "key",
            "hash",
            "equals",
            "late",
            "create",
            "accumulate",
            "combine",
            "deduct",
            "finish",
            "save",
            "restore",
            "session create",
            "session combine",
            "long key",
            "state create",
            "step",
            "expiry",
            "end",
            "mapMulti",
            "alarm time",
            "alarm",
            "interval end",
            "interval pair",
            "removal",
            "as of",
            "moment row",
            "moment",
            "order",
            "side",
            "join",
            "accept",
            "watermark",
            "room",
            "flush",
            "sink save",
            "sink restore",
            "sink close",
            "fork",
            "other sink",
            "write",
            "sync",
            "release");

    /** The number of events. Only the end of the source closes the last windows. */
    static final long COUNT = 3000;

    private static final SideOutput<Long> NINES = SideOutput.named("nines");
    private static final SideOutput<LateEvent<Long>> LATE = SideOutput.named("late");

    private final Fault fault;

    /** The number of events after which the source waits. {@link #COUNT} or more means that it never waits. */
    private final long open;

    Everything(Fault fault, long open) {
        this.fault = fault;
        this.open = open;
    }

    Pipeline pipeline(boolean blocking) {
        Events<Long> numbers = Events.from(new Input(), EventTime.<Long>of(number -> {
                    fault.pass("time");
                    return number % 50 == 49 ? number - 400 : number;
                }))
                .filter(number -> passed("filter", true))
                .map(number -> passed("map", number))
                .flatMap(number -> passed("flatMap", Stream.of(number).peek(each -> fault.pass("flatMap element"))))
                .enrich(number -> passed("row", Optional.of(1L)), (number, row) -> passed("enrich", number))
                .mapMulti(
                        (number, results) -> {
                            fault.pass("mapMulti");
                            if (number % 100 == 99) {
                                results.side(NINES, number);
                            }
                            results.accept(number);
                        },
                        NINES);
        Events<Long> nines = numbers.side(NINES);
        Events<Long> joined = numbers.key(number -> passed("key", new Key(fault, number % 20)))
                .window(Window.sliding(Duration.ofMillis(100), Duration.ofMillis(50)))
                .onLate(number -> fault.pass("late"))
                .lateTo(LATE)
                .aggregate(new Sum(fault, ""))
                .map(result -> result.value() + result.end())
                .keyLong(sum -> passed("long key", sum % 10))
                .mapStateful(StatefulMap.<Long, Long, long[], Long>of(
                                () -> passed("state create", new long[1]), (state, sum, time, results) -> {
                                    fault.pass("step");
                                    state[0] += sum;
                                    results.accept(state[0]);
                                })
                        .expiringAt((state, latest) -> passed("expiry", latest + 100))
                        .onAlarm((state, latest) -> passed("alarm time", latest + 10), (key, state, time, results) -> {
                            fault.pass("alarm");
                            results.accept(key, time);
                        })
                        .onExpiry((key, state, results) -> fault.pass("end")))
                .keyLong(sum -> sum % 7)
                .hashJoin(
                        Events.from(Source.of(LongStream.range(0, 5).boxed().toList()), EventTime.<Long>of(row -> row))
                                .map(row -> passed("side", row))
                                .keyLong(row -> row),
                        (sum, rows) -> passed("join", sum + rows.size()));
        Events<Long> sessions = joined.keyLong(sum -> sum % 5)
                .window(Window.session(Duration.ofMillis(60)))
                .aggregate(new Sum(fault, "session "))
                .map(result -> result.value());
        return sessions.to(blocking ? new Blocking() : new Output())
                .and(joins(numbers, nines).to("joins", Sink.of(sum -> fault.pass("joins sink"))))
                .and(joined.filter(sum -> passed("fork", sum % 2 == 0)).to(Sink.of(sum -> fault.pass("other sink"))));
    }

    private Events<Long> joins(Events<Long> numbers, Events<Long> nines) {
        Keyed<Long, Long> keyed = numbers.keyLong(number -> number % 10);
        Events<Long> pairs = keyed.intervalJoin(
                        nines.keyLong(number -> number % 10),
                        Duration.ofMillis(-5),
                        number -> passed("interval end", number + 5))
                .lateOthersTo(LATE)
                .leftOuter((number, nine) -> passed("interval pair", number + nine.orElse(0L)));
        Events<Long> valid = numbers.keyLong(number -> number % 10)
                .asOfJoin(nines.keyLong(number -> number % 10))
                .removedBy(nine -> passed("removal", nine % 200 == 99))
                .leftOuter((number, nine) -> passed("as of", number + nine.orElse(0L)));
        Events<Long> looked = numbers.keyLong(number -> number % 10)
                .deduplicate(Duration.ofMillis(3))
                .keyLong(number -> number)
                .enrichAsOf(
                        nines,
                        (number, moment) -> passed("moment row", Optional.of(moment.toEpochMilli())),
                        (number, row) -> passed("moment", number + row.orElse(0L)));
        return pairs.merge(valid)
                .merge(looked)
                .keyLong(sum -> sum % 10)
                .window(Window.tumbling(Duration.ofMillis(50)))
                .top(2, Aggregates.count(), (one, other) -> passed("order", Long.compare(one, other)))
                .map(top -> top.value().getFirst().value());
    }

    private <R> R passed(String place, R result) {
        fault.pass(place);
        return result;
    }

    /** A key with value equality, whose {@code equals} and {@code hashCode} pass the fault of its job. */
    static final class Key implements Serializable {
        private final transient @Nullable Fault fault;
        private final long number;

        Key(Fault fault, long number) {
            this.fault = fault;
            this.number = number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (fault != null) {
                fault.pass("equals");
            }
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            if (fault != null) {
                fault.pass("hash");
            }
            return Long.hashCode(number);
        }
    }

    private record Sum(Fault fault, String prefix) implements Aggregate<Long, long[], Long> {
        @Override
        public long[] create() {
            fault.pass(prefix + "create");
            return new long[1];
        }

        @Override
        public void accumulate(long[] sum, Long number, long time) {
            fault.pass("accumulate");
            sum[0] += number;
        }

        @Override
        public void combine(long[] sum, long[] other) {
            fault.pass(prefix + "combine");
            sum[0] += other[0];
        }

        @Override
        public boolean isDeductible() {
            return true;
        }

        @Override
        public void deduct(long[] sum, long[] other) {
            fault.pass("deduct");
            sum[0] -= other[0];
        }

        @Override
        public Long finish(long[] sum) {
            fault.pass("finish");
            return sum[0];
        }

        @Override
        public void save(long[] sum, ObjectOutput out) throws IOException {
            fault.pass("save");
            out.writeLong(sum[0]);
        }

        @Override
        public long[] restore(ObjectInput in) throws IOException {
            fault.pass("restore");
            return new long[] {in.readLong()};
        }
    }

    private final class Input implements ReplayableSource<Long> {
        private long next;

        @Override
        public @Nullable Long poll() {
            fault.pass("poll");
            return next < Math.min(open, COUNT) ? next++ : null;
        }

        @Override
        public boolean isExhausted() {
            fault.pass("exhausted");
            return next == COUNT;
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException("These jobs are not drained.");
        }

        @Override
        public void close() {
            fault.pass("source close");
        }

        @Override
        public Long position() {
            return passed("position", next);
        }

        @Override
        public void seek(Serializable position) {
            fault.pass("seek");
            next = (Long) position;
        }
    }

    private final class Output implements Sink<Long> {
        @Override
        public void accept(Long sum, long time) {
            fault.pass("accept");
        }

        @Override
        public void watermark(long watermark) {
            fault.pass("watermark");
        }

        @Override
        public boolean hasRoom() {
            return passed("room", true);
        }

        @Override
        public boolean flush() {
            return passed("flush", true);
        }

        @Override
        public void save(ObjectOutput out) {
            fault.pass("sink save");
        }

        @Override
        public void restore(ObjectInput in) {
            fault.pass("sink restore");
        }

        @Override
        public void close() {
            fault.pass("sink close");
        }
    }

    private final class Blocking extends BlockingSink<Long> {
        private Blocking() {
            super(5);
        }

        @Override
        protected void write(List<Long> rows) {
            fault.pass("write");
        }

        @Override
        protected void sync() {
            fault.pass("sync");
        }

        @Override
        protected void release() {
            fault.pass("release");
        }
    }
}
