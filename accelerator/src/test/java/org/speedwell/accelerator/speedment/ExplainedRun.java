package org.speedwell.accelerator.speedment;

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

/** Runs pipelines with {@code explain} and holds what it tells against what is seen from outside. */
public final class ExplainedRun {
    private static final StackWalker STACK = StackWalker.getInstance();

    /** The thread that runs a pipeline: threads of a search in parallel may go on making entities after its end. */
    private volatile @Nullable Thread runner;

    private long made;

    /** To be called whenever the table makes an entity: that of a row, or one to test a predicate on. */
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
     * @param expected what it gives
     * @param isCount whether it ends in the {@code count()} of entities
     * @return what is wrong, in words, and the explanation; nothing where all agrees
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
            long told = explanation.steps().getLast().rows().orElseThrow();
            if (isCount && explanation.fallback().isEmpty() && !Objects.equals(expected, told)) {
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
     * A step leaves no more rows than its inputs do, those without inputs no more than the table has; a total is one row of none.
     * With subtotals each row counts in a group of all keys, of all but one, and so on.
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
