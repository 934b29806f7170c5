package org.speedwell.accelerator.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.text.ValueText;

/**
 * A report of a pipeline: of its plan, from {@link DataStoreComponent#plan}, or of its execution, from
 * {@link DataStoreComponent#explain}.
 *
 * <p>{@code toString()} is for people, and its wording may change with any version. The report escapes the control
 * characters of values, so that no value begins a line or controls a terminal.
 *
 * {@snippet :
 * Explanation explanation = store.explain(films, stream -> stream.filter(Film.LENGTH.greaterThan(60)).count());
 * System.out.println(explanation);
 * }
 *
 * @param table the name of the table
 * @param rows the number of rows of the table
 * @param functions the lambdas and method references that the engine understood and runs on columns. Each text names
 * the stream's method, the computation of the function, and the place in the code.
 * @param plan the last step on columns and indexes, which contains the tree of all steps. Empty if the pipeline
 * requested no element, for example because of {@code limit(0)}.
 * @param fallback the place where the pipeline fell back to entities; empty if it did not
 * @param entities the number of entities created
 * @param entitiesGenerated true if a generated reader creates the entities; setters take several times as long
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
     * @param what the work of the step, and the means
     * @param expected the planner's estimate of the number of rows, values or groups in the result; empty if the
     * planner did not estimate the step
     * @param rows the actual number; empty if the step did not run
     * @param time the time of the step and its inputs; zero if it is part of the time of the step that reads it
     * @param inputs the steps that this step read
     */
    public record Step(String what, OptionalLong expected, OptionalLong rows, Duration time, List<Step> inputs) {
        public Step {
            what = ValueText.escaped(what);
            inputs = List.copyOf(inputs);
        }

        /** Returns all steps of this tree, inputs first and this step last. */
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
     * A fallback: an operation whose function receives entities. All operations after it receive entities too, unless
     * the function reads only some of their columns.
     *
     * @param operation the method of the stream that the engine cannot run on columns
     * @param reason the reason why it cannot
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

    /** Returns all steps that ran, each after its inputs. */
    public List<Step> steps() {
        return plan.stream().flatMap(Step::inOrder).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%s, %,d rows\n".formatted(table, rows));
        functions.forEach(function -> text.append("  read ").append(function).append('\n'));
        fallback.ifPresent(left -> text.append("  ").append(left).append('\n'));
        plan.ifPresentOrElse(
                step -> step.print("  ", text),
                () -> text.append("  no step ran, because the pipeline requested no element\n"));
        return text.append("  %,d %s made".formatted(entities, entities == 1 ? "entity" : "entities"))
                .append(entities == 0 || entitiesGenerated ? "" : ", value by value: no reader was generated")
                .toString();
    }
}
