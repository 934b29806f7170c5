package org.speedwell.streaming.kafka;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A delivery exactly once. Records wait for the next checkpoint, whose state contains them as a batch with a number.
 * When the checkpoint is durable, the {@link Committer} writes the batch and its number in one transaction. After a
 * restart the committer reads the number of the last transaction. It then knows which batches of the checkpoint are
 * still missing.
 */
final class Transactions implements Delivery {
    private static final long REFRESH_NANOS = TimeUnit.HOURS.toNanos(1);

    private final SinkSettings settings;
    private final String id;
    private final SinkCounters counters;
    private final Committer committer;

    /** The run of the job: from a start without a checkpoint over all restarts. */
    private String run = UUID.randomUUID().toString();

    /** The number of the last batch. */
    private long number;

    private RecordLog pending = new RecordLog();

    /** The batches that are saved, but not yet known to be durable. */
    private final List<Batch> saved = new ArrayList<>();

    /** The records between two checkpoints. The numbers of a run begin with 1. */
    record Batch(String id, String run, long number, RecordLog records) {}

    Transactions(SinkSettings settings, String id, SinkCounters counters) {
        this.settings = settings;
        this.id = id;
        this.counters = counters;
        this.committer = new Committer(settings, id, run, counters, REFRESH_NANOS);
    }

    @Override
    public void accept(ProducerRecord<byte[], byte[]> record) {
        pending.add(record);
    }

    @Override
    public boolean hasRoom() {
        counters.setPending(pending.size());
        long kept = pending.size() + bytes(saved);
        if (kept > SinkSettings.MOST_BYTES) {
            throw new IllegalStateException("The results for topic " + settings.topic()
                    + " that wait for a checkpoint take " + kept + " bytes, but may take " + SinkSettings.MOST_BYTES
                    + ". The log says whether checkpoints fail. If not, the results of one checkpoint are too many for"
                    + " a sink that writes exactly once. Use smaller windows, or remove exactlyOnce().");
        }
        return committer.hasRoom() && counters.uncommitted() < settings.maxPending();
    }

    private static long bytes(List<Batch> batches) {
        long bytes = 0;
        for (Batch each : batches) {
            bytes += each.records.size();
        }
        return bytes;
    }

    @Override
    public boolean needsCheckpoint() {
        return pending.size() > settings.maxPending();
    }

    private void commit(Batch batch) {
        counters.addUncommitted(batch.records.size());
        committer.accept(batch, 0);
    }

    /** Returns whether all durable batches are committed. */
    @Override
    public boolean flush() {
        return committer.flush();
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        if (pending.count() > 0) {
            number++;
            saved.add(new Batch(id, run, number, pending));
            pending = new RecordLog();
        }
        out.writeUTF(id);
        out.writeUTF(run);
        out.writeLong(number);
        out.writeInt(saved.size());
        for (Batch each : saved) {
            out.writeLong(each.number);
            each.records.save(out);
        }
    }

    @Override
    public void restore(ObjectInput in) throws IOException {
        String before = in.readUTF();
        if (!before.equals(id)) {
            throw new IllegalStateException("The checkpoint has transactions of the transactional id " + before
                    + ", but the sink to topic " + settings.topic() + " now has " + id
                    + ". Give the job and the sink their earlier names.");
        }
        run = in.readUTF();
        number = in.readLong();
        committer.restore(run, number);
        readBatches(before, run, in);
    }

    @Override
    public void adopt(ObjectInput in) throws IOException {
        String before = in.readUTF();
        String of = in.readUTF();
        in.readLong();
        readBatches(before, of, in);
    }

    /** Hands over the batches of a durable checkpoint. The committer skips those that are committed. */
    private void readBatches(String before, String of, ObjectInput in) throws IOException {
        int batches = in.readInt();
        for (int i = 0; i < batches; i++) {
            commit(new Batch(before, of, in.readLong(), RecordLog.restore(in)));
        }
    }

    @Override
    public void checkpointed() {
        saved.forEach(this::commit);
        saved.clear();
    }

    @Override
    public void close() {
        committer.close();
    }
}
