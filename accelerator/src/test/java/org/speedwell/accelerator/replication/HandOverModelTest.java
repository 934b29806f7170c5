package org.speedwell.accelerator.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.ModelLog;
import org.speedwell.accelerator.model.Position;

/**
 * A model check of the hand-over from a load to replication. It tries every order of the steps of some transactions and
 * of a hand-over: low mark, snapshot, high mark. A server writes a transaction to the binlog, then makes it visible,
 * then adds its id to the executed ids.
 *
 * <p>After each hand-over, production code reads the binlog. Each published version must equal the binlog up to its
 * position, exactly. The same holds for the versions after a restart from that version.
 */
@Tag("oracle")
class HandOverModelTest {
    private static final int ROWS = 3;

    /** A step of a party. */
    private interface Step {
        void run(Model model);
    }

    /** A sequence of steps. Steps of other parties may run between them. */
    private interface Party {
        List<Step> steps();

        /** Returns whether a step may run now. */
        default boolean mayRun(int step, Model model) {
            return true;
        }
    }

    /**
     * A transaction. The server writes it to the binlog and then executes it. With {@code binlog_order_commits} it
     * executes transactions in the order of the binlog.
     */
    private interface Transaction extends Party {
        int row();

        @Override
        default boolean mayRun(int step, Model model) {
            if (step == 0) {
                return model.isFree(row());
            }
            boolean isExecution = step == steps().size() - 1 || step == 1 && this instanceof Distributed;
            return !isExecution || model.isOldest(this);
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoTransactionsOfTheSameRow(ModelLog.Kind kind) throws Exception {
        enumerate(kind, new Plain(0, 1), new Plain(0, 2), new HandOver());
    }

    @ParameterizedTest
    @EnumSource
    void twoTransactionsOfDifferentRows(ModelLog.Kind kind) throws Exception {
        enumerate(kind, new Plain(0, 1), new Plain(1, 2), new HandOver());
    }

    @ParameterizedTest
    @EnumSource
    void cutAfterAStatementInATransactionLosesNoRow(ModelLog.Kind kind) throws Exception {
        ModelLog log = new ModelLog(kind);
        log.commit(ROWS - 1, 9);
        log.commitWithStatement(0, 1);
        Position from = log.before(2);
        AppliedBinlog applied = new AppliedBinlog(from);
        int[] rows = new int[ROWS];
        assertThatThrownBy(() -> log.read(from, entry -> {
                    applied.reached().advance(entry.end());
                    if (entry instanceof BinlogEntry.Statement) {
                        throw new IllegalStateException("cut");
                    }
                }))
                .hasMessage("cut");
        log.read(applied.reached().decided(), entry -> {
            if (entry instanceof BinlogEntry.Transaction transaction
                    && !applied.reached().has(entry.end())) {
                transaction.rows().read(event -> rows[event.bytes()[0]] = event.bytes()[1]);
            }
        });
        assertThat(rows[0]).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void distributedAndPlainTransactionOfDifferentRows(ModelLog.Kind kind) throws Exception {
        enumerate(kind, new Distributed("COMMIT", 0, 1), new Plain(1, 2), new HandOver());
    }

    @ParameterizedTest
    @EnumSource
    void distributedAndPlainTransactionOfTheSameRow(ModelLog.Kind kind) throws Exception {
        enumerate(kind, new Distributed("COMMIT", 0, 1), new Plain(0, 2), new HandOver());
    }

    @ParameterizedTest
    @EnumSource
    void rolledBackDistributedTransaction(ModelLog.Kind kind) throws Exception {
        enumerate(kind, new Distributed("ROLLBACK", 0, 1), new Plain(0, 2), new HandOver());
    }

    @ParameterizedTest
    @EnumSource
    void distributedTransactionInSeveralFiles(ModelLog.Kind kind) throws Exception {
        enumerate(
                kind, new Distributed("COMMIT", 0, 1), new Rotation(), new Rotation(), new Rotation(), new HandOver());
    }

    @ParameterizedTest
    @EnumSource
    void twoDistributedTransactionsInDifferentEarlierFiles(ModelLog.Kind kind) {
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            ModelLog log = new ModelLog(kind);
            log.commit(ROWS - 1, 9);
            log.prepare("x0", 0, 1);
            log.rotate();
            log.prepare("x1", 1, 2);
            log.rotate();
            Position from = log.withIds(log.end());
            log.decide("COMMIT", "x0");
            int[] rows = new int[ROWS];
            log.read(from.gtids().isEmpty() ? log.lastFile() : from, entry -> {
                if (entry instanceof BinlogEntry.Transaction transaction) {
                    transaction.rows().read(event -> rows[event.bytes()[0]] = event.bytes()[1]);
                }
            });
            assertThat(rows).containsExactly(1, 0, 0);
        });
    }

    @ParameterizedTest
    @EnumSource
    void twoPreparedDistributedTransactions(ModelLog.Kind kind) throws Exception {
        List<Party> parties = List.of(
                new Distributed("COMMIT", 0, 1),
                new Distributed("COMMIT", 1, 2),
                new Rotation(),
                new HandOver(),
                new Rotation());
        enumerate(kind, parties, new int[] {2, 2, 0, 0, 0}, new ArrayList<>(List.of(0, 0, 1, 1)));
        enumerate(kind, parties, new int[] {2, 2, 0, 0, 1}, new ArrayList<>(List.of(0, 0, 4, 1, 1)));
    }

    private static void enumerate(ModelLog.Kind kind, Party... parties) throws Exception {
        int orders = enumerate(kind, List.of(parties), new int[parties.length], new ArrayList<>());
        assertThat(orders).isGreaterThan(100);
    }

    /** Tries every step that may follow some steps. Returns the number of complete orders. */
    private static int enumerate(ModelLog.Kind kind, List<Party> parties, int[] done, List<Integer> order)
            throws Exception {
        Model model = replay(kind, parties, order);
        int orders = 0;
        boolean isEnd = true;
        for (int party = 0; party < parties.size(); party++) {
            if (done[party] < parties.get(party).steps().size()) {
                isEnd = false;
                if (parties.get(party).mayRun(done[party], model)) {
                    int[] then = done.clone();
                    then[party]++;
                    order.add(party);
                    orders += enumerate(kind, parties, then, order);
                    order.removeLast();
                }
            }
        }
        if (isEnd) {
            model.check(() -> kind + ", order of the parties " + order);
            return 1;
        }
        return orders;
    }

    private static Model replay(ModelLog.Kind kind, List<Party> parties, List<Integer> order) {
        Model model = new Model(kind);
        int[] done = new int[parties.size()];
        for (int party : order) {
            parties.get(party).steps().get(done[party]++).run(model);
        }
        return model;
    }

    /** A transaction that sets a row. */
    private record Plain(int row, int value) implements Transaction {
        @Override
        public List<Step> steps() {
            return List.of(
                    model -> {
                        model.lock(row, this);
                        model.flushed(this, model.log.commit(row, value), false);
                    },
                    model -> model.commit(this, row, value),
                    model -> model.execute(this));
        }
    }

    /** A distributed transaction that sets a row. */
    private record Distributed(String decision, int row, int value) implements Transaction {
        @Override
        public List<Step> steps() {
            String xid = "x" + row;
            return List.of(
                    model -> {
                        model.lock(row, this);
                        model.prepared++;
                        model.flushed(this, model.log.prepare(xid, row, value), true);
                    },
                    model -> model.execute(this),
                    model -> model.flushed(this, model.log.decide(decision, xid), true),
                    model -> {
                        model.prepared--;
                        if (decision.equals("COMMIT")) {
                            model.commit(this, row, value);
                        } else {
                            model.unlock(row, this);
                        }
                    },
                    model -> model.execute(this));
        }
    }

    /** The end of a binlog file. A server first completes the commits of that file. */
    private record Rotation() implements Party {
        @Override
        public List<Step> steps() {
            return List.of(model -> model.log.rotate());
        }

        @Override
        public boolean mayRun(int step, Model model) {
            return model.committing.isEmpty();
        }
    }

    /** The steps of Speedwell, in the order of {@code ReadView} and {@code Replicator}. */
    private record HandOver() implements Party {
        @Override
        public List<Step> steps() {
            return List.of(Model::takeLowMark, model -> model.snapshot = model.rows.clone(), Model::takeHighMark);
        }
    }

    /** A server, and the marks and the snapshot that a hand-over has taken from it. */
    private static final class Model {
        private final ModelLog log;
        private final ModelLog.Kind kind;
        private final int[] rows = new int[ROWS];
        private final Party[] locks = new Party[ROWS];

        /** For each transaction, the id that is in the binlog and not yet executed. */
        private final Map<Party, Integer> committing = new IdentityHashMap<>();

        /** The ids of the transactions that are neither distributed nor visible. */
        private final TreeSet<Integer> invisible = new TreeSet<>();

        private final TreeSet<Integer> executed = new TreeSet<>();
        private int prepared;
        private Position low = new Position("", 0, "");
        private int[] snapshot = {};
        private Position high = low;

        Model(ModelLog.Kind kind) {
            this.kind = kind;
            this.log = new ModelLog(kind);
            execute(log.commit(ROWS - 1, 9)); // so that the set of ids is not empty
            rows[ROWS - 1] = 9;
        }

        boolean isFree(int row) {
            return locks[row] == null;
        }

        /** Returns whether the server has executed all transactions before the last one of a party. */
        boolean isOldest(Party party) {
            return committing.values().stream().allMatch(id -> id >= requireNonNull(committing.get(party)));
        }

        void lock(int row, Party by) {
            locks[row] = by;
        }

        void unlock(int row, Party by) {
            if (locks[row] == by) {
                locks[row] = null;
            }
        }

        void flushed(Party by, int id, boolean isDistributed) {
            committing.put(by, id);
            if (!isDistributed) {
                invisible.add(id);
            }
        }

        void commit(Party by, int row, int value) {
            rows[row] = value;
            unlock(row, by);
            invisible.remove(requireNonNull(committing.get(by)));
        }

        void execute(Party by) {
            execute(requireNonNull(committing.remove(by)));
        }

        private void execute(int id) {
            executed.add(id);
        }

        /** Takes the low mark as {@code BinlogStatus.lowMark} does. */
        void takeLowMark() {
            low = switch (kind) {
                case MYSQL_WITH_IDS -> withIds(executed);
                case MYSQL_WITHOUT_IDS -> committing.isEmpty() ? log.end() : log.lastFile();
                case MARIADB ->
                    prepared > 0
                            ? log.lastFile()
                            : invisible.isEmpty() ? log.withIds(log.end()) : log.before(invisible.first());
            };
        }

        /** Takes the high mark as {@code BinlogStatus.highMark} does. */
        void takeHighMark() {
            TreeSet<Integer> all = new TreeSet<>(executed);
            all.addAll(committing.values());
            high = kind == ModelLog.Kind.MYSQL_WITH_IDS ? withIds(all) : log.withIds(log.end());
        }

        private Position withIds(TreeSet<Integer> ids) {
            List<String> gtids = ids.stream().map(log::gtid).toList();
            return new Position(log.end().file(), log.end().offset(), String.join(",", gtids));
        }

        void check(Supplier<String> order) throws Exception {
            Reader reader = new Reader(
                    low,
                    snapshot.clone(),
                    version -> assertThat(version.rows)
                            .as(() -> order.get() + ": shown at " + version)
                            .isEqualTo(prefix(version.reached)));
            reader.applied.hold(high);
            reader.read(low);
            assertThat(reader.rows).as(() -> order.get() + ": at the end").isEqualTo(rows);
            assertThat(reader.applied.isHeld()).as(() -> order.get() + ": held").isFalse();
            assertThat(reader.applied.reached().covers(high))
                    .as(() -> order.get() + ": covers")
                    .isTrue();
            for (Version version : reader.versions) {
                if (version.position.equals(version.reached) && version != reader.versions.getFirst()) {
                    continue; // its log would end here
                }
                Reader restarted = new Reader(version.position, version.rows.clone(), shown -> {});
                restarted.read(version.position);
                assertThat(restarted.rows)
                        .as(() -> order.get() + ": restarted at " + version)
                        .isEqualTo(rows);
            }
        }

        /** Returns the rows after all transactions of the log up to a position, committed in the order of the log. */
        private int[] prefix(Position until) throws BinlogException, InterruptedException {
            int[] all = new int[ROWS];
            BinlogProgress reached = new BinlogProgress(until);
            log.read(new Position("binlog.000001", 4, ""), entry -> {
                if (reached.has(entry.end()) && entry instanceof BinlogEntry.Transaction transaction) {
                    transaction.rows().read(event -> all[event.bytes()[0]] = event.bytes()[1]);
                }
            });
            return all;
        }

        /** A published version. */
        private record Version(Position reached, Position position, int[] rows) {
            @Override
            public String toString() {
                return reached + ", to be read on from " + position + ", " + Arrays.toString(rows);
            }
        }

        /** An assertion about each version. */
        private interface Check {
            void of(Version version) throws BinlogException, InterruptedException;
        }

        /** A reader that applies the binlog as {@code Replicator} does. */
        private final class Reader {
            private final AppliedBinlog applied;
            private final int[] rows;
            private final Check check;
            private final List<Version> versions = new ArrayList<>();

            Reader(Position from, int[] rows, Check check) {
                this.applied = new AppliedBinlog(from);
                this.rows = rows;
                this.check = check;
            }

            void read(Position from) throws BinlogException, InterruptedException {
                show();
                log.read(from, entry -> {
                    if (!applied.reached().has(entry.end())) {
                        if (entry instanceof BinlogEntry.Transaction transaction) {
                            transaction.rows().read(event -> rows[event.bytes()[0]] = event.bytes()[1]);
                        }
                        applied.reached().advance(entry.end());
                    }
                    show();
                });
            }

            private void show() throws BinlogException, InterruptedException {
                applied.release();
                if (!applied.isHeld()) {
                    Version version = new Version(
                            applied.reached().position(), applied.reached().decided(), rows.clone());
                    check.of(version);
                    versions.add(version);
                }
            }
        }
    }
}
