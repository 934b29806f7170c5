package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.live.ExplainedRun;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Join;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Question.ValueStep;

/** A comparison of the explain of a question with the question and its answer. */
final class ExplainCheck {
    private final ExplainedRun explained = new ExplainedRun();

    /**
     * Runs a question again with explain.
     *
     * @param run computes the answer of a stream
     * @return the contradictions, empty if there are none
     */
    List<String> wrong(
            Question question,
            List<RowTable> tables,
            Function<Stream<?>, @Nullable Object> run,
            @Nullable Object answer) {
        boolean isCount = question.terminal() instanceof Terminal.Count
                && question.mapping().isEmpty();
        if (question.places() > 1) {
            return ofJoin(question, tables, run, answer, isCount);
        }
        Rows.ON_ENTITY.set(explained::onEntity);
        try {
            return explained.run(tables.getFirst().store(), run::apply, answer, isCount);
        } finally {
            Rows.ON_ENTITY.remove();
        }
    }

    private static List<String> ofJoin(
            Question question,
            List<RowTable> tables,
            Function<Stream<?>, @Nullable Object> run,
            @Nullable Object answer,
            boolean isCount) {
        ExecutionTrace trace = new ExecutionTrace();
        List<String> fallbacks = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        Object again = run.apply(CompiledQuestions.stream(question, tables, trace, fallbacks::add)
                .orElseThrow());
        if (!Answers.same(answer, again)) {
            wrong.add("the result is another when it is explained: " + Answers.difference(answer, again));
        }
        ExecutionTrace.Ran tree = trace.tree();
        if (tree == null) {
            if (!yieldsNoElement(question)) {
                wrong.add("nothing is explained");
            }
            return wrong;
        }
        long most = 1; // the bound on tuples of any subset of tables, because the join order may vary
        for (int place = 0; place < tables.size(); place++) {
            int rows = tables.get(place).rows().size();
            boolean isOuter = place > 0 && question.joins().get(place - 1).kind() != Join.Kind.INNER;
            most = most * Math.max(1, rows) + (isOuter ? rows : 0);
        }
        flow(tree, most * subtotals(question), wrong);
        long joins = count(tree, "join");
        if (joins != question.places() - 1 && !yieldsNoElement(question)) {
            wrong.add("%d joins are explained, and there are %d".formatted(joins, question.places() - 1));
        }
        // conditions on several rows are not steps of the plan
        boolean isFiltered = question.steps().stream()
                .anyMatch(step -> step instanceof Step.Filter
                        || step instanceof Step.TakeWhile
                        || step instanceof Step.DropWhile);
        boolean isDistinct = question.steps().stream().anyMatch(Step.Distinct.class::isInstance); // compares entities
        // the JDK's stream runs the later steps, and explain does not show them
        boolean isCutLater = question.steps().stream()
                .dropWhile(step -> !(step instanceof Step.Distinct))
                .anyMatch(step -> step instanceof Step.Skip || step instanceof Step.Limit);
        if (isCount
                && !isFiltered
                && !isCutLater
                && fallbacks.isEmpty()
                && !Long.valueOf(tree.rows()).equals(answer)) {
            wrong.add("%,d rows came out of the last step".formatted(tree.rows()));
        }
        if (isCount && fallbacks.isEmpty() && trace.entities() > 0 && !isDistinct) {
            wrong.add("%,d entities were made for a count".formatted(trace.entities()));
        }
        if (!wrong.isEmpty()) {
            wrong.add(tree + " " + fallbacks);
        }
        return wrong;
    }

    /**
     * Returns the number of groups that count a row. With subtotals these are the groups of all keys, of all keys but
     * the last, and so on.
     */
    private static int subtotals(Question question) {
        return question.terminal() instanceof Terminal.Collect(Grouping grouping)
                        && grouping instanceof Grouping.ByKeys by
                        && by.hasSubtotals()
                ? by.keys().size() + 1
                : 1;
    }

    /** Returns whether the pipeline can yield no element. The JDK then runs none of its steps. */
    private static boolean yieldsNoElement(Question question) {
        return question.steps().contains(new Step.Limit(0)) || question.values().contains(new ValueStep.Limit(0));
    }

    private static void flow(ExecutionTrace.Ran ran, long max, List<String> wrong) {
        if (ran.rows() != ExecutionTrace.UNKNOWN && (ran.rows() < 0 || ran.rows() > max)) {
            wrong.add("%,d rows came out of '%s', of %,d at most".formatted(ran.rows(), ran.what(), max));
        }
        ran.inputs().forEach(input -> flow(input, max, wrong));
    }

    private static long count(ExecutionTrace.Ran ran, String word) {
        return (ran.what().contains(word) ? 1 : 0)
                + ran.inputs().stream().mapToLong(input -> count(input, word)).sum();
    }
}
