package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tree of steps that ran for one pipeline. Each step has the expected and the actual number of rows, and the time
 * of the step with its inputs. The thread that runs the pipeline adds the steps. Any thread may count rows and
 * entities.
 */
public final class ExecutionTrace {
    /** The number of rows of a step that has no estimate, or did not run. */
    public static final long UNKNOWN = -1;

    /** An exception that ends a pipeline that is planned only, once its plan exists. */
    public static final class PlannedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private PlannedException() {
            super("The pipeline was only planned.", null, false, false);
        }
    }

    /**
     * A step that ran.
     *
     * @param what a description of the step
     * @param expected the expected number of rows, or {@link #UNKNOWN}
     * @param rows the number of rows that the step returned, or {@link #UNKNOWN} if it did not run
     * @param nanos the time of the step in nanoseconds; 0 if the step that reads it includes its time
     * @param inputs the steps that it read
     */
    public record Ran(String what, long expected, long rows, long nanos, List<Ran> inputs) {}

    /** A step that runs row by row after the planned steps. Its numbers are complete when the pipeline ends. */
    private record RowStep(String what, long expected, LongSupplier rows) {}

    private final boolean isPlanOnly;
    private final List<String> functions = new ArrayList<>();
    private final List<RowStep> tupleSteps = new ArrayList<>();
    private final List<RowStep> rowSteps = new ArrayList<>();
    private final LongAdder entities = new LongAdder();

    /** The steps that ran inside the current step, or at the top level. */
    private List<Ran> ran = new ArrayList<>();

    /** Creates the trace of a pipeline that runs. */
    public ExecutionTrace() {
        this(false);
    }

    /**
     * Creates a trace.
     *
     * @param isPlanOnly true if the pipeline is planned and not run
     */
    public ExecutionTrace(boolean isPlanOnly) {
        this.isPlanOnly = isPlanOnly;
    }

    /**
     * Returns the trace for a query that must run before the planner can plan the pipeline. Null if the trace is null
     * or records plans only.
     */
    public static @Nullable ExecutionTrace running(@Nullable ExecutionTrace trace) {
        return trace == null || trace.isPlanOnly ? null : trace;
    }

    /**
     * Receives a plan that is about to run.
     *
     * @throws PlannedException if the pipeline is planned only
     */
    void planned(Step plan) {
        if (isPlanOnly) {
            ran.add(step(plan));
            throw new PlannedException();
        }
    }

    private static Ran step(Step plan) {
        return new Ran(
                plan.describe(),
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
            siblings.add(
                    new Ran(node.describe(), Math.round(node.expected()), rows.applyAsLong(result), nanos, inputs));
            return result;
        } finally {
            ran = siblings;
        }
    }

    /** Adds a step after all others. At the end it reads the number of rows from the supplier. */
    public void rowStep(String what, LongSupplier rows) {
        rowSteps.add(new RowStep(what, UNKNOWN, rows));
    }

    /**
     * Adds a step of a join. In the tree it precedes all row steps, although the stream adds those before the join
     * runs.
     */
    void tupleStep(String what, long expected, LongSupplier rows) {
        tupleSteps.add(new RowStep(what, expected, rows));
    }

    /**
     * Records that the rows were counted without running the last steps. The JDK does that if it knows the number of
     * rows.
     */
    public void countedUnseen(long rows) {
        tupleSteps.removeIf(step -> step.rows.getAsLong() == 0);
        rowSteps.removeIf(step -> step.rows.getAsLong() == 0);
        rowStep("count → known without reading the rows", () -> rows);
    }

    /** Records a function of the user whose bytecode Speedwell has read. */
    public void functionRead(String what) {
        functions.add(what);
    }

    /** Returns the functions of the user that Speedwell has read, in the order of the pipeline. */
    public List<String> functions() {
        return List.copyOf(functions);
    }

    /** Counts an entity that was created. */
    public void entityMade() {
        entities.increment();
    }

    public long entities() {
        return entities.sum();
    }

    /**
     * Returns the last step, whose inputs lead to all others, or null if nothing ran. If several plans ran, each plan
     * but the last is an input of the last.
     */
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
