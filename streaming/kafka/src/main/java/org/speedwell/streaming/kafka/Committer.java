package org.speedwell.streaming.kafka;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.BlockingSink;

/**
 * A thread that commits batches, each in one transaction with its number. If a transaction fails, it connects again. It
 * then reads the number of the last transaction, because the failed one may have been committed.
 */
final class Committer extends BlockingSink<Transactions.Batch> {
    private static final System.Logger LOG = System.getLogger(Committer.class.getName());
    private static final long PAUSE_MILLIS = 200;

    /** The number of times that the coordinator may end a transaction. Then its time-out is too short. */
    private static final int TIMEOUTS = 3;

    private final SinkSettings settings;
    private final String id;
    private final SinkCounters counters;

    /** The age at which a marker is written again, so that the broker does not expire it. */
    private final long refreshNanos;

    private String run;

    /** The number of the last batch of the checkpoint, or −1 for a job that starts without one. */
    private long restored = -1;

    /** True once a connection has found that the topic continues the checkpoint. */
    private boolean isContinued;

    private @Nullable Connection connection;
    private int timeouts;

    Committer(SinkSettings settings, String id, String run, SinkCounters counters, long refreshNanos) {
        super(1);
        this.settings = settings;
        this.id = id;
        this.run = run;
        this.counters = counters;
        this.refreshNanos = refreshNanos;
    }

    /** Continues the run of a checkpoint. Must precede all batches. */
    void restore(String ofRun, long number) {
        run = ofRun;
        restored = number;
    }

    @Override
    protected void write(List<Transactions.Batch> batches) throws Exception {
        for (Transactions.Batch batch : batches) {
            if (batch.id().equals(id)) {
                repeat(() -> connection().commit(batch));
            } else {
                repeat(() -> commitForLostMember(batch));
            }
            counters.addUncommitted(-batch.records().size());
        }
    }

    /** Connects before the first checkpoint, so that each checkpoint of a run has a marker. */
    @Override
    protected void sync() throws Exception {
        repeat(() -> {
            Connection open = connection();
            if (open.age() > refreshNanos) {
                open.refresh();
            }
        });
    }

    /** Returns true for an old marker, also if there are no results for days. */
    @Override
    protected boolean needsSync() {
        Connection open = connection;
        return open != null && open.age() > refreshNanos;
    }

    @FunctionalInterface
    private interface Action {
        void run() throws Exception;
    }

    /** Repeats an action until it succeeds, unless its failure is permanent. */
    private void repeat(Action action) throws Exception {
        while (true) {
            try {
                action.run();
                timeouts = 0;
                return;
            } catch (InterruptedException | InterruptException e) {
                throw e;
            } catch (Exception e) {
                Connection failed = connection;
                release();
                counters.aborted();
                requirePassing(e, failed);
                LOG.log(Level.DEBUG, "A transaction of {0} is repeated: {1}", id, e);
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private void requirePassing(Exception thrown, @Nullable Connection failed) throws Exception {
        if (isFenced(thrown)) {
            if (failed != null) {
                failed.requireOwnMarker(thrown);
            }
            if (++timeouts >= TIMEOUTS) {
                throw new IllegalStateException(
                        "The broker ended a transaction of " + id + " " + TIMEOUTS
                                + " times, because it took longer than " + ProducerConfig.TRANSACTION_TIMEOUT_CONFIG
                                + " ("
                                + settings.producer(id).get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)
                                + " ms). Raise it, or take checkpoints more often.",
                        thrown);
            }
        } else if (!passes(thrown)) {
            throw thrown instanceof IllegalStateException
                    ? thrown
                    : Faults.fatal("Writing topic " + settings.topic(), thrown);
        }
    }

    private static boolean isFenced(@Nullable Throwable thrown) {
        return thrown instanceof ProducerFencedException
                || thrown instanceof InvalidProducerEpochException
                || thrown != null && isFenced(thrown.getCause());
    }

    private static boolean passes(@Nullable Throwable thrown) {
        return thrown != null && (Faults.passes(thrown) || passes(thrown.getCause()));
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            open = Connection.open(settings, id, counters);
            connection = open;
            Optional<Marker> found = open.marker();
            if (restored >= 0) {
                requireMarkerOfRun(found);
            }
            long number = restored < 0 ? 0 : found.orElseThrow().number();
            open.begin(run, number);
            restored = Math.max(restored, number); // a later connection must find this run
            isContinued = true;
        }
        return open;
    }

    private void requireMarkerOfRun(Optional<Marker> found) {
        Marker marker = found.orElseThrow(() -> new IllegalStateException(
                "Group " + id + " has no offset, which is the number of the last transaction. It was deleted, or has"
                        + " expired (offsets.retention.minutes). The sink cannot know which results topic "
                        + settings.topic() + " has. Start the job without its checkpoints."));
        if (!marker.run().equals(run)) {
            throw anotherJob(id, null);
        }
        if (!isContinued && marker.number() > restored) {
            throw new IllegalStateException("Topic " + settings.topic() + " already has the results of a later"
                    + " checkpoint (transaction " + marker.number() + ") than the one from which the job starts"
                    + " (transaction " + restored + "). They would be there twice. Restore the later checkpoint.");
        }
    }

    static IllegalStateException anotherJob(String id, @Nullable Throwable cause) {
        return new IllegalStateException(
                "Another job writes with transactional id " + id
                        + ". Give each job its own name, or use KafkaSink.exactlyOnce(id).",
                cause);
    }

    /** Commits a batch of a member that left the cluster. Its producer may still run, and cannot write any more. */
    private void commitForLostMember(Transactions.Batch batch) {
        Connection open = Connection.open(settings, batch.id(), counters);
        try {
            Optional<Marker> marker = open.marker();
            if (marker.isEmpty() || !marker.get().run().equals(batch.run())) {
                requireMarkerOfRun(Optional.empty());
            }
            open.begin(batch.run(), marker.orElseThrow().number());
            open.commit(batch);
        } finally {
            open.close();
        }
    }

    @Override
    protected void release() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public String toString() {
        return "The sink to topic " + settings.topic();
    }
}
