package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.io.IOException;
import java.io.NotSerializableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.TableDescription;

/**
 * A component that sends a question to the holders of all parts and gathers their answers. It returns the answer of all
 * parts, or throws an exception. Thread-safe.
 */
final class Scatter {
    /** The number of attempts for one question, because the holders of parts may change meanwhile. */
    private static final int TRIES = 5;

    private final String name;
    private final Peers peers;
    private final Rebalancing rebalancing;
    private final Wire wire;
    private final Duration answer;

    /** @param answer how long a member may take to report its status */
    Scatter(String name, Peers peers, Rebalancing rebalancing, Wire wire, Duration answer) {
        this.name = name;
        this.peers = peers;
        this.rebalancing = rebalancing;
        this.wire = wire;
        this.answer = answer;
    }

    <T, P, R> ClusterAnswer<R> ask(TableDescription<T> table, ClusterQuery<T, P, R> query, Duration timeout) {
        byte[] bytes = write(query);
        long end = System.nanoTime() + timeout.toNanos();
        Directory seen = rebalancing.directory();
        String changed = "";
        try {
            for (int i = 0; i < TRIES; i++) {
                if (i > 0 || seen.whole().isEmpty()) {
                    seen = rebalancing.ask(shorter(answer, remainingNanos(end)));
                }
                int parts = seen.whole().orElse(0);
                if (parts == 0) {
                    throw incomplete(query, seen.missing(), null);
                }
                Gathered gathered = gather(seen, parts, Wire.name(table), bytes, end);
                if (gathered.isWhole()) {
                    return combine(query, gathered.known);
                }
                gathered.requireTime(query, timeout);
                gathered.requireSound(query);
                changed = String.join("; ", gathered.lost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterQueryException(
                    "The thread was interrupted before " + named(query) + " had an answer.", List.of(), e);
        }
        throw new ClusterQueryException(
                ("No answer to %s: the members that hold the parts of %s changed during each attempt (%s)."
                                + " Ask again later.")
                        .formatted(named(query), name, changed),
                List.of(),
                null);
    }

    private static long remainingNanos(long end) {
        return Math.max(0, end - System.nanoTime());
    }

    private static Duration shorter(Duration one, long nanos) {
        return one.toNanos() < nanos ? one : Duration.ofNanos(nanos);
    }

    /**
     * Returns the bytes of a question.
     *
     * @throws IllegalArgumentException if other members could not read it
     */
    byte[] write(ClusterQuery<?, ?, ?> query) {
        Class<?> type = query.getClass();
        if (type.isHidden() || type.isSynthetic() || type.isAnonymousClass() || type.isLocalClass()) {
            throw new IllegalArgumentException("The other members cannot find the class of " + named(query)
                    + ", because it is a lambda or a local, anonymous or hidden class."
                    + " Make it a record that implements " + ClusterQuery.class.getSimpleName() + ".");
        }
        try {
            return wire.write(query);
        } catch (NotSerializableException e) {
            throw new IllegalArgumentException(
                    ("Cannot send %s, because it contains %s."
                                    + " Keep serializable values in it, and create this object in part.")
                            .formatted(named(query), e.getMessage()),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException("Cannot send " + named(query) + ": " + e.getMessage(), e);
        }
    }

    /**
     * The result of one attempt.
     *
     * @param known the answers by the number of their part; null for a part without an answer
     * @param lost parts whose member does not hold them, or did not answer
     * @param late parts whose member did not answer in time
     * @param failed parts whose member failed to answer
     */
    private record Gathered(
            PartAnswer.@Nullable Known[] known, List<String> lost, List<String> late, List<String> failed) {
        boolean isWhole() {
            return lost.isEmpty() && late.isEmpty() && failed.isEmpty();
        }

        void requireTime(ClusterQuery<?, ?, ?> query, Duration timeout) {
            if (!late.isEmpty()) {
                throw new ClusterQueryException(
                        "No answer within %,d ms to %s. Missing: %s. Raise the timeout, or check these members."
                                .formatted(timeout.toMillis(), named(query), String.join("; ", late)),
                        late,
                        null);
            }
        }

        void requireSound(ClusterQuery<?, ?, ?> query) {
            if (!failed.isEmpty()) {
                throw incomplete(query, failed, null);
            }
        }
    }

    static ClusterQueryException incomplete(
            ClusterQuery<?, ?, ?> query, List<String> missing, @Nullable Throwable cause) {
        return new ClusterQueryException(
                "No answer to " + named(query) + ". Missing: " + String.join("; ", missing) + ".", missing, cause);
    }

    private Gathered gather(Directory seen, int parts, String table, byte[] query, long end)
            throws InterruptedException {
        Map<Member, PartNumber> asked = new LinkedHashMap<>();
        Map<Member, Future<PartAnswer>> futures = new LinkedHashMap<>();
        Gathered gathered =
                new Gathered(new PartAnswer.Known[parts], new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int number = 0; number < parts; number++) {
            PartNumber part = new PartNumber(number, parts);
            Optional<PartStatus.Of> holder = seen.holder(part);
            Member member = holder.orElseThrow().member();
            asked.put(member, part);
            futures.putAll(
                    peers.submit(Peers.QUERIES, new PartitionTasks.Ask(name, part, table, query), List.of(member)));
        }
        Peers.Answers<PartAnswer> answers = Peers.await(futures, Duration.ofNanos(remainingNanos(end)));
        asked.forEach((member, part) -> {
            String who = part + " on " + member.getAddress();
            Throwable silent = answers.silent().get(member);
            switch (answers.received().get(member)) {
                case PartAnswer.Known known -> gathered.known[part.number()] = known;
                case PartAnswer.Failed failed -> gathered.failed.add(who + ", which failed: " + failed.reason());
                case PartAnswer.NotHeld _ -> gathered.lost.add(who + ", which now holds another part");
                case null -> {
                    if (silent instanceof TimeoutException) {
                        gathered.late.add(who + ", which has not answered");
                    } else {
                        gathered.lost.add(
                                who + ", which " + (silent == null ? "does not run " + name : "is lost: " + silent));
                    }
                }
            }
        });
        return gathered;
    }

    /** Reads the answer of a part. */
    @SuppressWarnings("unchecked") // the part method of this question returned the value
    static <P> P read(ClusterQuery<?, P, ?> query, Wire wire, PartNumber part, byte[] value) {
        try {
            return (P) wire.read(value);
        } catch (IOException | ClassNotFoundException e) {
            throw new ClusterQueryException(
                    "This member cannot read the answer of " + part + " to " + named(query) + ": " + e, List.of(), e);
        }
    }

    private <T, P, R> ClusterAnswer<R> combine(ClusterQuery<T, P, R> query, PartAnswer.@Nullable Known[] known) {
        List<P> values = new ArrayList<>();
        Instant oldest = Instant.MAX;
        Instant newest = Instant.MIN;
        for (int number = 0; number < known.length; number++) {
            PartAnswer.Known part = known[number];
            if (part == null) {
                throw new IllegalStateException("The answer of a part is missing.");
            }
            values.add(read(query, wire, new PartNumber(number, known.length), part.value()));
            oldest = part.takenAt().isBefore(oldest) ? part.takenAt() : oldest;
            newest = part.takenAt().isAfter(newest) ? part.takenAt() : newest;
        }
        return new ClusterAnswer<>(query.combine(values), known.length, oldest, newest);
    }

    static String named(ClusterQuery<?, ?, ?> query) {
        return "the question " + query.getClass().getName();
    }
}
