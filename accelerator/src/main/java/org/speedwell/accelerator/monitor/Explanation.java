package org.speedwell.accelerator.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.text.ValueText;

/**
 * What a pipeline did when it was run: {@link DataStoreComponent#explain}. Or its plan: {@link DataStoreComponent#plan}. {@code toString()} is for people; its wording
 * may change with any version. Control characters of values are escaped, so that none begins a line or commands a terminal.
 *
 * {@snippet :
 * Explanation explanation = store.explain(films, stream -> stream.filter(Film.LENGTH.greaterThan(60)).count());
 * System.out.println(explanation);
 * }
 *
 * @param table the name of the table
 * @param rows how many rows the table has
 * @param functions lambdas, method references and what is made of them that were read, and so run on columns: the stream's
 *     method, what the function computes, and where it was given
 * @param plan the last step on columns and indexes, and by it the tree of all that ran; empty if the
 *     pipeline asked for no element, as {@code limit(0)} may
 * @param fallback where the pipeline left columns, if it did
 * @param entities how many entities were made
 * @param entitiesGenerated whether a generated reader makes them; if not, setters do, which takes several times as long
 */
public record Explanation(
        String table,
        long rows,
        List<String> functions,
        Optional<Step> plan,
        Optional<Left> fallback,
        long entities,
        boolean entitiesGenerated) {

    public Explanation {
        functions = functions.stream().map(ValueText::escaped).toList();
    }

    /**
     * One step on columns.
     *
     * @param what what was done, and by what means
     * @param expected how many rows, values or groups the planner expected it to leave; empty for steps that are not planned
     * @param rows the number that it left; empty if it did not run
     * @param time what it took with its inputs; zero where it cannot be told from the step that reads it
     * @param inputs the steps that it read
     */
    public record Step(String what, OptionalLong expected, OptionalLong rows, Duration time, List<Step> inputs) {
        public Step {
            what = ValueText.escaped(what);
            inputs = List.copyOf(inputs);
        }

        /** This step's inputs, theirs first, and this step at the end. */
        Stream<Step> inOrder() {
            return Stream.concat(inputs.stream().flatMap(Step::inOrder), Stream.of(this));
        }

        private void print(String indent, StringBuilder text) {
            text.append(indent).append(what);
            if (rows.isPresent()) {
                text.append(": %,d".formatted(rows.getAsLong()));
            }
            if (expected.isPresent() && !expected.equals(rows)) {
                text.append(rows.isPresent() ? " (" : ": ")
                        .append("%,d expected".formatted(expected.getAsLong()))
                        .append(rows.isPresent() ? ")" : "");
            }
            if (time.isPositive()) {
                text.append(", %,.1f µs".formatted(time.toNanos() / 1e3));
            }
            text.append('\n');
            inputs.forEach(input -> input.print(indent + "  ", text));
        }
    }

    /**
     * Where a function got entities, and unless it only reads some columns of theirs, all after it.
     *
     * @param operation the stream's method that columns do not understand
     * @param reason why they do not
     */
    public record Left(String operation, String reason) {
        public Left {
            reason = ValueText.escaped(reason);
        }

        @Override
        public String toString() {
            return "%s → entities: %s".formatted(operation, reason);
        }
    }

    /** All steps that ran, each behind those that it read. */
    public List<Step> steps() {
        return plan.stream().flatMap(Step::inOrder).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%s, %,d rows\n".formatted(table, rows));
        functions.forEach(function -> text.append("  read ").append(function).append('\n'));
        fallback.ifPresent(left -> text.append("  ").append(left).append('\n'));
        plan.ifPresentOrElse(
                step -> step.print("  ", text), () -> text.append("  no step ran: no element was asked for\n"));
        return text.append("  %,d %s made".formatted(entities, entities == 1 ? "entity" : "entities"))
                .append(entities == 0 || entitiesGenerated ? "" : ", value by value: no reader was generated")
                .toString();
    }
}
