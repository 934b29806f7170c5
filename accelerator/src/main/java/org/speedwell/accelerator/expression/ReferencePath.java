package org.speedwell.accelerator.expression;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The row of another table that a row names by a foreign key, perhaps by way of further tables. As a function it looks the
 * entity up; what is composed with it, or asked of it, runs on columns. Immutable.
 */
public class ReferencePath<E, R> implements Function<E, @Nullable R> {
    private final List<Hop> hops;
    private final Function<E, @Nullable R> lookUp;

    /**
     * One foreign key, of one or several columns.
     *
     * @param key the fields that the foreign key refers to, in the same order
     * @param table the table of these fields
     */
    public record Hop(List<Field<?>> foreignKey, List<Field<?>> key, TableIdentifier<?> table) {
        @Override
        public String toString() {
            return foreignKey.stream()
                    .map(field -> field.identifier().getColumnId())
                    .collect(Collectors.joining(" and "));
        }
    }

    protected ReferencePath(List<Hop> hops, Function<E, @Nullable R> lookUp) {
        this.hops = List.copyOf(hops);
        this.lookUp = lookUp;
    }

    /** The foreign keys in the order in which they are followed; at least one. */
    public final List<Hop> hops() {
        return hops;
    }

    protected final List<Hop> with(Hop further) {
        List<Hop> longer = new ArrayList<>(hops);
        longer.add(further);
        return longer;
    }

    /** The entity, or null where the foreign key is null, or names a row that is not there. */
    @Override
    public @Nullable R apply(E entity) {
        return lookUp.apply(entity);
    }

    /** Whether there is a row, and a predicate holds of it. */
    public SpeedmentPredicate<E> where(Predicate<? super R> predicate) {
        return new Asked<>(this, predicate, null, false);
    }

    /** Whether the row is one of those that a stream of its table gives, which is run where this is first asked. */
    public SpeedmentPredicate<E> among(Stream<? extends R> rows) {
        return new Asked<>(this, null, new RowKeys(hops.getLast().key(), rows), false);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Hop hop : hops) {
            text.append(text.isEmpty() ? "" : " → ").append(hop);
        }
        return text.toString();
    }

    /**
     * What is asked of the row.
     *
     * @param predicate null where keys are asked for
     * @param keys null where a predicate is
     * @param negated whether it is to be false
     */
    public record Asked<E, R>(
            ReferencePath<E, R> path,
            @Nullable Predicate<? super R> predicate,
            @Nullable RowKeys keys,
            boolean negated) implements SpeedmentPredicate<E> {
        @Override
        public boolean applyAsBoolean(E entity) {
            R row = path.apply(entity);
            boolean holds =
                    row != null && (predicate == null || predicate.test(row)) && (keys == null || keys.contains(row));
            return holds != negated;
        }

        @Override
        public SpeedmentPredicate<E> negate() {
            return new Asked<>(path, predicate, keys, !negated);
        }

        @Override
        public String toString() {
            return (negated ? "no " : "") + path + (predicate == null ? " among rows" : " where " + predicate);
        }
    }
}
