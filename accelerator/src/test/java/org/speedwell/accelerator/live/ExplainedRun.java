package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;

/** A run of pipelines with {@code explain}. It compares the explanation with an observation from outside. */
public final class ExplainedRun {
    private static final StackWalker STACK = StackWalker.getInstance();

    /** The thread that runs a pipeline. Threads of a parallel search may create entities after its end. */
    private volatile @Nullable Thread runner;

    private long made;

    /** Counts an entity. The table must call it for each entity that it creates, for a row or to test a predicate. */
    public void onEntity() {
        if (Thread.currentThread().equals(runner) && STACK.walk(frames -> frames.anyMatch(ExplainedRun::isOfRow))) {
            made++;
        }
    }

    private static boolean isOfRow(StackWalker.StackFrame frame) {
        return frame.getMethodName().equals("entity") && frame.getClassName().equals(TableStore.class.getName());
    }

    /**
     * Runs a sequential pipeline.
     *
     * @param expected the expected result
     * @param isCount true if the pipeline ends in {@code count()} of entities
     * @return the differences in words, and the explanation; empty if all agrees
     */
    public <E> List<String> run(
            TableStore<E> table,
            Function<? super Stream<E>, ? extends @Nullable Object> pipeline,
            @Nullable Object expected,
            boolean isCount) {
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        made = 0;
        runner = Thread.currentThread();
        try {
            Explanation explanation = Explaining.explain(table, new ExecutionTrace(), null, true, stream -> {
                result.set(pipeline.apply(stream));
                return true;
            });
            List<String> wrong = new ArrayList<>();
            if (!Objects.equals(result.get(), expected)) {
                wrong.add("the result is another when it is explained");
            }
            if (explanation.entities() != made) {
                wrong.add("%,d entities were made".formatted(made));
            }
            explanation.plan().ifPresent(step -> flow(step, table.rows(), wrong));
            long explained = explanation.steps().getLast().rows().orElseThrow();
            if (isCount && explanation.fallback().isEmpty() && !Objects.equals(expected, explained)) {
                wrong.add("%s rows came out of the last step".formatted(expected));
            }
            if (!wrong.isEmpty()) {
                wrong.add(explanation.toString());
            }
            return wrong;
        } finally {
            runner = null;
        }
    }

    private static final Pattern SUBTOTALS = Pattern.compile("groups by (\\d+) keys?, .*with subtotals.*");

    /**
     * Checks the rows of a step. A step returns at most as many rows as its inputs, or as the table if it has no
     * inputs. A total is one row even without input. With subtotals each row counts in a group of all keys, of all but
     * one, and so on.
     */
    private static void flow(Explanation.Step step, long all, List<String> wrong) {
        long most = step.inputs().isEmpty()
                ? all
                : step.inputs().stream()
                        .mapToLong(input -> input.rows().orElseThrow())
                        .sum();
        Matcher subtotals = SUBTOTALS.matcher(step.what());
        int groups = subtotals.matches() ? Integer.parseInt(subtotals.group(1)) + 1 : 1;
        if (step.rows().orElseThrow() > Math.max(1, most * groups)) {
            wrong.add("%,d rows were left before '%s'".formatted(most, step.what()));
        }
        step.inputs().forEach(input -> flow(input, all, wrong));
    }
}
