package org.speedwell.accelerator.monitor;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.text.ValueText;

/**
 * A query to which memory and the database gave different answers at one position of the binlog, twice.
 *
 * @param table its name in the database
 * @param operations what was called on the stream, as {@code filter.sorted.toList}
 * @param plan what ran in memory, as {@link DataStoreComponent#explain} tells it; empty where it cannot be told
 * @param version in memory
 * @param position of version and database
 * @param memory the answer of the version
 * @param database the answer of the database
 */
public record ShadowDifference(
        String table,
        String operations,
        Optional<Explanation> plan,
        long version,
        Position position,
        @Nullable Object memory,
        @Nullable Object database) {

    private static final int MOST_TEXT = 500;

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
        return ValueText.of(answer, MOST_TEXT);
    }
}
