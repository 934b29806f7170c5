package org.speedwell.accelerator;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a pipeline did when it was run: {@link DataStoreComponent#explain}. {@code toString()} is for people; its wording
 * may change with any version.
 *
 * @param table the name of the table
 * @param rows how many rows the table has
 * @param steps what ran on columns and indexes, in order
 * @param fallback where the pipeline left columns, if it did
 * @param entities how many entities were made
 */
public record Explanation(String table, long rows, List<Step> steps, Optional<Left> fallback, long entities) {

    /**
     * One step on columns.
     *
     * @param what what was done, and by what means
     * @param rowsIn how many rows or values it chose from
     * @param rowsOut how many it left
     */
    public record Step(String what, long rowsIn, long rowsOut) {
        @Override
        public String toString() {
            return rowsIn == rowsOut
                    ? "%s, %,d rows".formatted(what, rowsOut)
                    : "%s, %,d of %,d rows".formatted(what, rowsOut, rowsIn);
        }
    }

    /**
     * Where a pipeline went on with entities.
     *
     * @param operation the stream's method that columns do not understand
     * @param reason why they do not
     */
    public record Left(String operation, String reason) {
        @Override
        public String toString() {
            return "%s and all after it → entities: %s".formatted(operation, reason);
        }
    }

    public Explanation {
        steps = List.copyOf(steps);
    }

    @Override
    public String toString() {
        String text = steps.stream().map(step -> "  " + step + "\n").collect(Collectors.joining());
        return "%s, %,d rows\n".formatted(table, rows)
                + text
                + fallback.map(left -> "  " + left + "\n").orElse("")
                + "  %,d %s made".formatted(entities, entities == 1 ? "entity" : "entities");
    }
}
