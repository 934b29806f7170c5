package org.speedwell.streaming.pane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Compares windows with lists of their events. The windows have tens of thousands of keys, so an operator needs several
 * steps to emit them and to free their state. The receiver blocks the output in the middle of steps. The test includes late
 * events, early results, saved state and values at the ends of their range.
 */
@Tag("oracle")
class WindowStepsTest {
    private static final int RUNS = 4;

    /** An aggregate, and its plain computation over the values of a key. */
    private record Case(Aggregate<Long, ?, Long> aggregate, Function<LongStream, Long> plain) {}

    private static final List<Case> CASES = List.of(
            new Case(Aggregates.count(), LongStream::count),
            new Case(Aggregates.sum(value -> value), LongStream::sum),
            new Case(
                    Aggregates.max(Comparator.<Long>naturalOrder()),
                    values -> values.max().orElseThrow()),
            new Case(
                    Aggregate.<Long, long[], Long>of(
                            () -> new long[1],
                            (sum, value, time) -> sum[0] += value,
                            (sum, other) -> sum[0] += other[0],
                            (sum, other) -> sum[0] -= other[0],
                            sum -> sum[0]),
                    LongStream::sum));

    private record Event(long key, long time, long value) {}

    /** The events of each window by key, and the windows that the watermark has closed. */
    private static final class Expected {
        private final Window.Sliding window;
        private final Map<Long, Map<Long, List<Long>>> open = new HashMap<>();
        private long watermark = Long.MIN_VALUE;

        private Expected(Window.Sliding window) {
            this.window = window;
        }

        /** Returns whether a window counts the event. */
        boolean add(Event event) {
            boolean isCounted = false;
            long last = event.time - Math.floorMod(event.time, window.slide());
            for (long start = last; start > event.time - window.size(); start -= window.slide()) {
                long end = start + window.size();
                if (end > watermark) {
                    open.computeIfAbsent(end, at -> new HashMap<>())
                            .computeIfAbsent(event.key, key -> new ArrayList<>())
                            .add(event.value);
                    isCounted = true;
                }
            }
            return isCounted;
        }

        List<WindowResult<Long, Long>> results(long end, Case of, boolean early) {
            List<WindowResult<Long, Long>> results = new ArrayList<>();
            open.getOrDefault(end, Map.of())
                    .forEach((key, values) -> results.add(new WindowResult<>(
                            key,
                            end - window.size(),
                            end,
                            of.plain.apply(values.stream().mapToLong(Long::longValue)),
                            early)));
            return results;
        }

        List<WindowResult<Long, Long>> advance(long to, Case of) {
            watermark = to;
            List<WindowResult<Long, Long>> results = new ArrayList<>();
            open.keySet().stream().filter(end -> end <= to).sorted().toList().forEach(end -> {
                results.addAll(results(end, of, false));
                open.remove(end);
            });
            return results;
        }
    }

    /** An operator, and the results that its receiver has taken. */
    private static final class Subject {
        private final Case of;
        private final Window.Sliding window;
        private final Layout layout;
        private final Random random;
        private final Conveyor conveyor = new Conveyor(Layout.EVENTS);
        private final Inbox inbox = new Inbox(List.of(conveyor));
        private final Outbox outbox = new Outbox(List.of(conveyor));
        private final Output<WindowResult<Long, Long>> output = new Output<>(this::take, outbox);
        private List<WindowResult<Long, Long>> results = new ArrayList<>();
        private WindowOperator<Long, Long> operator;
        private long late;

        private Subject(Case of, Window.Sliding window, Random random) {
            this.of = of;
            this.window = window;
            this.random = random;
            this.layout = WindowOperator.layout(window, of.aggregate, false, false);
            this.operator = make();
        }

        private WindowOperator<Long, Long> make() {
            return WindowOperator.of(
                    window,
                    of.aggregate,
                    Keys.of(false, KeyBudget.stopping(1_000_000)),
                    (place, event, cause) -> {
                        throw new AssertionError(place, cause);
                    },
                    (batch, i, watermark, output) -> late++);
        }

        private void take(WindowResult<Long, Long> result, long time) {
            Batch batch = outbox.batch(0);
            batch.events[batch.add(time, result.key())] = result;
            results.add(result);
        }

        void accept(List<Event> events) {
            Batch batch = new Batch(layout);
            for (Event event : events) {
                int i = batch.add(event.time, event.key);
                if (layout.values()) {
                    batch.values[i] = event.value;
                }
                if (layout.events()) {
                    batch.events[i] = event.value;
                }
            }
            assertThat(operator.accept(batch, 0, 0, output)).isEqualTo(batch.size);
        }

        /** Emits all results. The receiver makes room for a random part of them after each step. */
        List<WindowResult<Long, Long>> emit() {
            results = new ArrayList<>();
            while (!operator.emit(output)) {
                for (int batches = random.nextInt(1, Conveyor.SLOTS); batches > 0; batches--) {
                    Batch batch = inbox.peek(0);
                    if (batch != null) {
                        inbox.release(0, batch);
                    }
                }
            }
            return results;
        }

        /** Frees old state, in steps. Returns the number of steps. */
        int reclaim() {
            int steps = 1;
            while (!operator.reclaim()) {
                steps++;
            }
            return steps;
        }

        void saveAndRestore() throws IOException, ClassNotFoundException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                operator.save(out);
            }
            operator = make();
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                operator.restore(in);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void windowsEqualListsOfEvents(int number) throws IOException, ClassNotFoundException {
        int mostSteps = 0;
        for (int run = 0; run < RUNS; run++) {
            long seed = System.nanoTime() + run;
            try {
                mostSteps = Math.max(mostSteps, check(CASES.get(number), new Random(seed)));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(mostSteps).as("steps that free the state of a window").isGreaterThan(2);
    }

    private static int check(Case of, Random random) throws IOException, ClassNotFoundException {
        long slide = random.nextInt(1, 20);
        Window.Sliding window = new Window.Sliding(slide * random.nextInt(1, 4) + random.nextLong(slide), slide);
        int keys = random.nextInt(2 * Operator.STEP, 4 * Operator.STEP);
        long spread =
                random.nextBoolean() ? 1 : Long.MAX_VALUE / keys; // close to each other, or up to the end of range
        Expected expected = new Expected(window);
        Subject subject = new Subject(of, window, random);
        long now = random.nextInt(-100, 100);
        long late = 0;
        int mostSteps = 0;
        for (int round = 0; round < 40; round++) {
            for (int batches = random.nextInt(8); batches > 0; batches--) {
                List<Event> events = events(random, now, keys, spread);
                late += events.stream().filter(event -> !expected.add(event)).count();
                subject.accept(events);
            }
            if (random.nextInt(4) == 0) {
                checkEarly(subject, expected);
            }
            now += random.nextInt(2 * (int) slide);
            subject.operator.advance(now);
            assertSame(subject.emit(), expected.advance(now, of));
            mostSteps = Math.max(mostSteps, subject.reclaim());
            if (random.nextInt(5) == 0) {
                subject.saveAndRestore();
            }
        }
        subject.operator.advance(Batch.END);
        assertSame(subject.emit(), expected.advance(Batch.END, of));
        subject.reclaim();
        assertThat(expected.open).isEmpty();
        assertThat(subject.late).isEqualTo(late);
        return mostSteps;
    }

    /** Compares the early results of one open window, which the operator chooses. */
    private static void checkEarly(Subject subject, Expected expected) {
        subject.operator.peekEarly();
        List<WindowResult<Long, Long>> results = subject.emit();
        if (expected.open.isEmpty()) {
            assertThat(results).isEmpty();
        } else {
            long first = expected.open.keySet().stream()
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
            assertSame(results, expected.results(first, subject.of, true));
        }
    }

    private static List<Event> events(Random random, long now, int keys, long spread) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < Batch.FULL; i++) {
            long value = switch (random.nextInt(20)) {
                case 0 -> Long.MIN_VALUE;
                case 1 -> Long.MAX_VALUE;
                default -> random.nextInt(-100, 100);
            };
            events.add(new Event(random.nextInt(keys) * spread, now + random.nextInt(-25, 40), value));
        }
        return events;
    }

    private static void assertSame(List<WindowResult<Long, Long>> results, List<WindowResult<Long, Long>> expected) {
        Map<WindowResult<Long, Long>, Integer> surplus = new HashMap<>();
        results.forEach(result -> surplus.merge(result, 1, Integer::sum));
        expected.forEach(result -> surplus.merge(result, -1, Integer::sum));
        surplus.values().removeIf(count -> count == 0);
        assertThat(surplus).as("how often each result is too much, or missing").isEmpty();
        long last = Long.MIN_VALUE;
        for (WindowResult<Long, Long> result : results) {
            assertThat(result.end()).as("windows in order").isGreaterThanOrEqualTo(last);
            last = result.end();
        }
    }
}
