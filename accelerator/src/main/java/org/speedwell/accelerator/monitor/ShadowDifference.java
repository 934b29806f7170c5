package org.speedwell.accelerator.monitor;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.text.ValueText;

/**
 * A query to which memory and database gave different answers at the same binlog position, twice.
 *
 * @param table the name of the table in the database
 * @param operations the methods called on the stream, such as {@code filter.sorted.toList}
 * @param plan the plan that ran in memory, as {@link DataStoreComponent#explain} reports it; empty if the store does
 * not know it
 * @param version the version in memory
 * @param position the binlog position of the version and of the database's answer
 * @param memory the answer from memory
 * @param database the answer from the database
 */
public record ShadowDifference(
        String table,
        String operations,
        Optional<Explanation> plan,
        long version,
        Position position,
        @Nullable Object memory,
        @Nullable Object database) {

    private static final int MAX_TEXT_LENGTH = 500;

    @Override
    public String toString() {
        return "%s of %s, version %d at %s: memory says %s, the database %s%s"
                .formatted(
                        operations,
                        table,
                        version,
                        position,
                        text(memory),
                        text(database),
                        plan.map(ran -> "\n" + ran).orElse(""));
    }

    private static String text(@Nullable Object answer) {
        return ValueText.of(answer, MAX_TEXT_LENGTH);
    }
}
