package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.checkpoint.CheckpointListener;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Frame;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Intake;
import org.speedwell.streaming.engine.Outlet;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.engine.Tasklet;

/**
 * A part of a job that runs in several processes. It takes frames, works, and gives frames. It saves its state together
 * with the frames that it has not processed and the frames that the adapter has not fetched. It can therefore be saved
 * at any time. For one thread, except for metrics.
 */
public final class DistributedPart {
    private final String name;

    /** The tasklet of a source or a sink, or null for an operator. */
    private final @Nullable Tasklet end;

    /** The {@code end}, if any, and then the operators, with the time that they work. */
    private final List<JobTasklet> timed;

    private final @Nullable Source<Object> source;
    private final @Nullable Sink<Object> sink;

    /** The source or the sink if it learns of durable states. Null if not, or if the job saves none. */
    private final @Nullable CheckpointListener listener;

    /** True if the saved state is that after all events. */
    private boolean isEndSaved;

    /** True if the listener knows that the state after all events is durable. */
    private boolean isEndAnnounced;

    /** The tasklets of the operator, and of the local totals of what the part sends. */
    private final List<OperatorTasklet<?>> operators;

    /** The inboxes of the operators, or of the sink. */
    private final List<Inbox> inboxes;

    private final List<Intake> intakes;

    /** The number of the intake by input and sender, or −1 if the sender's frames do not arrive here. */
    private final int[][] numbers;

    private final List<List<Outlet>> outlets;
    private final boolean[] done;
    private boolean isEndDone;

    private final ArrayDeque<Leaving> leaving = new ArrayDeque<>();

    /** The number of frames that the part has taken, and that the adapter has fetched. Written by one thread. */
    private volatile long taken;

    private volatile long fetched;

    /** True if the part has nothing to do until the job takes events again. Written by one thread. */
    private volatile boolean isQuiet;

    /** True if the part has ended and the adapter has fetched all its frames. Written by one thread. */
    private volatile boolean isEnded;

    private BooleanSupplier isPaused = () -> false;

    /** A frame that waits to be fetched. */
    private record Leaving(int exit, Frame frame) {}

    /**
     * Creates a part.
     *
     * @param closeable the source or the sink, or null for an operator
     * @param restarts true if the job saves its state
     * @param timed the {@code end}, if any, and then the operators
     */
    @SuppressWarnings("unchecked") // the assembly passes matching types
    DistributedPart(
            String name,
            @Nullable Tasklet end,
            @Nullable Object closeable,
            boolean restarts,
            List<OperatorTasklet<?>> operators,
            List<JobTasklet> timed,
            List<Inbox> inboxes,
            List<Intake> intakes,
            int[][] numbers,
            List<List<Outlet>> outlets) {
        this.name = name;
        this.end = end;
        this.source = closeable instanceof Source<?> ? (Source<Object>) closeable : null;
        this.sink = end instanceof SinkTasklet ? (Sink<Object>) closeable : null;
        this.listener = restarts && closeable instanceof CheckpointListener listening ? listening : null;
        this.operators = operators;
        this.timed = timed;
        this.inboxes = inboxes;
        this.intakes = intakes;
        this.numbers = numbers;
        this.outlets = outlets;
        this.done = new boolean[operators.size()];
        this.isEndDone = end == null;
    }

    /** Returns the name of the part for messages. */
    public String name() {
        return name;
    }

    /** Returns whether the part has ended, so that its state does not change any more. For any thread. */
    boolean isEnded() {
        return isEnded;
    }

    /** Returns whether this is a part of a source. */
    public boolean isSource() {
        return source != null;
    }

    /** Takes a frame that arrived along an input. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public void take(int input, Frame frame) {
        isQuiet = false;
        taken++;
        intakes.get(numbers[input][frame.sender()]).add(frame);
    }

    /** Returns whether the part has processed all frames that it took. */
    public boolean isReady() {
        return intakes.stream().allMatch(Intake::isEmpty);
    }

    /** Ends all senders that have not reported their end. The adapter calls it when no more frames can arrive. */
    public void takeEnds() {
        intakes.forEach(Intake::end);
    }

    /** Works for a moment. Returns whether there was something to do. */
    public boolean call() {
        boolean progress = false;
        requireRoom();
        for (Intake intake : intakes) {
            intake.load();
        }
        Tasklet first = end;
        if (first != null && !isEndDone) {
            isEndDone = sink != null && intakes.isEmpty()
                    ? flushUnused(sink)
                    : isDone(timed.getFirst().call());
            progress = isEndDone || lastProgress;
        }
        for (int i = 0; i < done.length; i++) {
            if (!done[i]) {
                done[i] = isDone(timedOperator(i).call());
                progress |= done[i] || lastProgress;
            }
        }
        progress |= collect();
        if (isPaused.getAsBoolean()) {
            settleWhilePaused();
        }
        return progress;
    }

    /** Throws if a sink keeps too much: nothing can request an early snapshot of the cluster. */
    private void requireRoom() {
        if (sink != null && listener != null && listener.needsCheckpoint()) {
            throw new IllegalStateException("The results since the last snapshot are more than " + name
                    + " may keep. The cluster takes snapshots at its own interval. Let it take them more often"
                    + " (HazelcastEngine.exactlyOnce), or let the sink keep more (KafkaSink.maxPending).");
        }
    }

    /** Sends the totals that wait for a watermark, and finds out whether the part has nothing left to do. */
    private void settleWhilePaused() {
        boolean settled = leaving.isEmpty() && isReady();
        for (int i = 0; i < done.length; i++) {
            if (!done[i]) {
                operators.get(i).release();
                settled &= operators.get(i).isSettled() && inboxes.get(i).depth() == 0;
            }
        }
        isQuiet = settled;
    }

    /** Returns the flow of frames through this part. For any thread. */
    DistributedGraph.Flow flow() {
        boolean quiet = isQuiet; // first: frames that come later make it wrong, and the counts show them
        return new DistributedGraph.Flow(fetched, taken, quiet);
    }

    /** Sets the test of whether the job takes no events. */
    void pauseWhile(BooleanSupplier paused) {
        isPaused = paused;
    }

    /** Ends a sink to which no part of this process sends. It reports the end of events to the sink. */
    private boolean flushUnused(Sink<Object> of) {
        if (!isEndReported) {
            isEndReported = true;
            of.watermark(Batch.END);
        }
        return of.flush();
    }

    private JobTasklet timedOperator(int operator) {
        return timed.get(end == null ? operator : operator + 1);
    }

    private boolean lastProgress;
    private boolean isEndReported;

    private boolean isDone(Progress progress) {
        lastProgress = progress != Progress.NONE;
        return progress == Progress.DONE;
    }

    /** Converts the rows that tasklets have sent into frames. */
    private boolean collect() {
        boolean any = false;
        for (int exit = 0; exit < outlets.size(); exit++) {
            for (Outlet outlet : outlets.get(exit)) {
                for (Frame frame = outlet.poll(); frame != null; frame = outlet.poll()) {
                    leaving.add(new Leaving(exit, frame));
                    any = true;
                }
            }
        }
        return any;
    }

    /** Returns the next frame to fetch, or null if there is none. */
    public @Nullable Frame peek() {
        Leaving next = leaving.peek();
        return next == null ? null : next.frame;
    }

    /** Returns the number of the exit of the next frame. */
    public int exit() {
        return leaving.element().exit;
    }

    /** Removes the next frame after the adapter has fetched it. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public void remove() {
        fetched++;
        leaving.remove();
    }

    /** Returns whether the part has no more work and no more frames to fetch. */
    public boolean isDone() {
        for (boolean each : done) {
            if (!each) {
                return false;
            }
        }
        boolean isDone = isEndDone && leaving.isEmpty() && isEndSafe();
        isQuiet |= isDone;
        isEnded = isDone;
        return isDone;
    }

    private boolean isEndSafe() {
        return listener == null || isEndAnnounced && (sink == null || sink.flush());
    }

    /** Announces that the state saved last is durable. The part's thread calls it before it saves another state. */
    public void checkpointed() {
        if (listener != null) {
            listener.checkpointed();
            isEndAnnounced = isEndSaved;
        }
    }

    /** Works towards a state that can be saved, without new events. Returns whether the part has reached it. */
    public boolean settle() {
        SinkTasklet ofSink = end instanceof SinkTasklet tasklet ? tasklet : null;
        if (ofSink != null && sink != null) {
            if (!isEndDone) {
                call();
            }
            return isEndDone || isReady() && sink.flush();
        }
        boolean settled = true;
        for (int i = 0; i < done.length; i++) {
            boolean isInner = i > 0 || end != null;
            OperatorTasklet<?> operator = operators.get(i);
            if (!done[i] && (!operator.isSettled() || isInner && inboxes.get(i).depth() > 0)) {
                done[i] = isDone(timedOperator(i).call());
                settled = false;
            }
        }
        collect();
        return settled;
    }

    /**
     * Writes the state of a {@link #settle settled} part. Another thread may call this while the part's thread waits.
     */
    public void save(ObjectOutput out) throws IOException {
        isEndSaved = isEndDone;
        if (sink != null) {
            saveSink(out, sink);
            return;
        }
        for (Stateful state : DistributedAssembly.states(end, operators)) {
            state.save(out);
        }
        for (Intake intake : intakes) {
            intake.save(out);
        }
        out.writeInt(leaving.size());
        for (Leaving each : leaving) {
            out.writeInt(each.exit);
            each.frame.write(out);
        }
    }

    /** Saves a sink, with the senders that have ended. After a restart these senders may run in another process. */
    private void saveSink(ObjectOutput out, Sink<Object> of) throws IOException {
        List<int[]> over = new ArrayList<>();
        for (int input = 0; input < numbers.length; input++) {
            for (int sender = 0; sender < numbers[input].length; sender++) {
                if (numbers[input][sender] >= 0
                        && intakes.get(numbers[input][sender]).isOver()) {
                    over.add(new int[] {input, sender});
                }
            }
        }
        out.writeObject(over.toArray(int[][]::new));
        of.save(out);
    }

    /** Restores the state that a part with the same number has saved. It must run before all other work. */
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        for (Stateful state : DistributedAssembly.states(end, operators)) {
            state.restore(in);
        }
        for (int i = 0; i < intakes.size(); i++) {
            if (inboxes.getFirst().isOver(i)) {
                intakes.get(i).setOver();
            }
            intakes.get(i).restore(in);
        }
        int frames = in.readInt();
        for (int i = 0; i < frames; i++) {
            int exit = in.readInt();
            leaving.add(new Leaving(exit, Frame.read(in)));
        }
    }

    /**
     * Restores what a sink has saved. Every saved state says which senders have ended. The sink restores its own state,
     * and may adopt the state of a process that is gone.
     *
     * @param isOwn true if this process saved the state
     * @param adopts true if this sink takes over the state of another process
     */
    public void restoreSink(ObjectInput in, boolean isOwn, boolean adopts) throws IOException, ClassNotFoundException {
        for (int[] over : (int[][]) in.readObject()) {
            int intake = numbers[over[0]][over[1]];
            if (intake >= 0) {
                intakes.get(intake).end();
            }
        }
        readSink(in, isOwn, adopts);
    }

    private void readSink(ObjectInput in, boolean isOwn, boolean adopts) throws IOException, ClassNotFoundException {
        if (sink != null && isOwn) {
            sink.restore(in);
        } else if (sink != null && adopts) {
            sink.adopt(in);
        }
    }

    /**
     * Adds the state of a part of another graph, or of another number of parts. The job was quiet when it was saved, so
     * that only the first of the saved tasklets has state, and no frames were on their way.
     */
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        DistributedAssembly.states(end, operators).getFirst().adopt(in);
    }

    /** Restores what a sink has saved in another graph, like {@link #restoreSink}. */
    public void adoptSink(ObjectInput in, boolean isOwn, boolean adopts) throws IOException, ClassNotFoundException {
        in.readObject(); // the senders that had ended; the present ones report their end again
        readSink(in, isOwn, adopts);
    }

    void addClosings(Map<Object, Runnable> closings) {
        if (source != null) {
            closings.putIfAbsent(source, source::close);
        }
        if (sink != null) {
            closings.putIfAbsent(sink, sink::close);
        }
    }

    /** Returns the metrics of all tasklets. For any thread. */
    Stream<TaskletMetrics> tasklets() {
        return timed.stream().map(JobTasklet::metrics);
    }

    long events() {
        return source == null || end == null ? 0 : end.received();
    }

    long results() {
        return sink == null || end == null ? 0 : end.received();
    }

    long late() {
        return sink == null ? 0 : sink.late();
    }

    long watermark() {
        return end instanceof SinkTasklet tasklet ? tasklet.watermark() : Batch.END;
    }
}
