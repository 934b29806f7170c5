package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was done for one pipeline: the tree of steps that ran, each with what was expected, what it left and the time that
 * it took, its inputs included. Steps are told by the thread that runs the pipeline; rows and entities by any.
 */
public final class ExecutionTrace {
    /** A number of rows that is not known: of a step that is not planned, or did not run. */
    public static final long UNKNOWN = -1;

    /** Ends a pipeline that is planned and not run, as soon as its plan is known. */
    public static final class PlannedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private PlannedException() {
            super("The pipeline is planned, but not run.", null, false, false);
        }
    }

    /**
     * A step that ran.
     *
     * @param expected how many rows were expected, or {@link #UNKNOWN}
     * @param rows the number that it left, or {@link #UNKNOWN} if it did not run
     * @param nanos what it took; 0 where that cannot be told from the step that reads it
     * @param inputs what it read
     */
    public record Ran(String what, long expected, long rows, long nanos, List<Ran> inputs) {}

    /** A step that runs row by row behind the others: its numbers are known when all is done. */
    private record RowStep(String what, long expected, LongSupplier rows) {}

    private final boolean isPlanOnly;
    private final List<String> functions = new ArrayList<>();
    private final List<RowStep> tupleSteps = new ArrayList<>();
    private final List<RowStep> rowSteps = new ArrayList<>();
    private final LongAdder entities = new LongAdder();

    /** The steps that ran within the one that runs, or at the top. */
    private List<Ran> ran = new ArrayList<>();

    /** Creates the profile of a pipeline that runs. */
    public ExecutionTrace() {
        this(false);
    }

    /** @param isPlanOnly whether the pipeline is planned and not run */
    public ExecutionTrace(boolean isPlanOnly) {
        this.isPlanOnly = isPlanOnly;
    }

    /** Returns the profile for a query that has to run before the pipeline is planned; null if it is not told of. */
    public static @Nullable ExecutionTrace running(@Nullable ExecutionTrace profile) {
        return profile == null || profile.isPlanOnly ? null : profile;
    }

    /**
     * Takes a plan that is about to run.
     *
     * @throws PlannedException if it must not run
     */
    void planned(Step plan) {
        if (isPlanOnly) {
            ran.add(step(plan));
            throw new PlannedException();
        }
    }

    private static Ran step(Step plan) {
        return new Ran(
                plan.words(),
                Math.round(plan.expected()),
                UNKNOWN,
                0,
                plan.inputs().stream().map(ExecutionTrace::step).toList());
    }

    <R> R step(Node<?> node, Supplier<R> work, ToLongFunction<R> rows) {
        List<Ran> siblings = ran;
        List<Ran> inputs = new ArrayList<>();
        ran = inputs;
        long start = System.nanoTime();
        try {
            R result = work.get();
            long nanos = System.nanoTime() - start;
            siblings.add(new Ran(node.words(), Math.round(node.expected()), rows.applyAsLong(result), nanos, inputs));
            return result;
        } finally {
            ran = siblings;
        }
    }

    /** Takes a step behind all others. It asks for the number of rows at the end. */
    public void rowStep(String what, LongSupplier rows) {
        rowSteps.add(new RowStep(what, UNKNOWN, rows));
    }

    /** Takes a step of a join. It stands before all row steps, which are told of before the join runs. */
    void tupleStep(String what, long expected, LongSupplier rows) {
        tupleSteps.add(new RowStep(what, expected, rows));
    }

    /** The rows were counted without running the steps that end in them, as the JDK does where it knows their number. */
    public void countedUnseen(long rows) {
        tupleSteps.removeIf(step -> step.rows.getAsLong() == 0);
        rowSteps.removeIf(step -> step.rows.getAsLong() == 0);
        rowStep("count → known before the rows come", () -> rows);
    }

    /** A function of the user's was read. */
    public void functionRead(String what) {
        functions.add(what);
    }

    /** The functions of the user's that were read, in the order of the pipeline. */
    public List<String> functions() {
        return List.copyOf(functions);
    }

    /** An entity was made. */
    public void entityMade() {
        entities.increment();
    }

    public long entities() {
        return entities.sum();
    }

    /** The last step, which has the others for inputs; null where nothing ran. Of several plans, each but the last is an input. */
    public @Nullable Ran tree() {
        @Nullable Ran last = ran.isEmpty() ? null : ran.getLast();
        if (last != null && ran.size() > 1) {
            List<Ran> inputs = new ArrayList<>(ran.subList(0, ran.size() - 1));
            inputs.addAll(last.inputs);
            last = new Ran(last.what, last.expected, last.rows, last.nanos, inputs);
        }
        List<RowStep> steps = new ArrayList<>(tupleSteps);
        steps.addAll(rowSteps);
        for (RowStep step : steps) {
            List<Ran> inputs = last == null ? List.of() : List.of(last);
            long rows = isPlanOnly ? UNKNOWN : step.rows.getAsLong();
            last = new Ran(step.what, step.expected, rows, 0, inputs);
        }
        return last;
    }
}
