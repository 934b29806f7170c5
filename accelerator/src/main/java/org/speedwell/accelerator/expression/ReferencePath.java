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
 * A path of one or more foreign keys from a row to a row of another table. As a function it looks up the entity.
 * Compositions and predicates on the path read columns instead. Immutable.
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

    /** Returns the foreign keys in the order of the path; at least one. */
    public final List<Hop> hops() {
        return hops;
    }

    protected final List<Hop> with(Hop further) {
        List<Hop> longer = new ArrayList<>(hops);
        longer.add(further);
        return longer;
    }

    /** Returns the entity. Returns null if the foreign key is null or refers to a row that does not exist. */
    @Override
    public @Nullable R apply(E entity) {
        return lookUp.apply(entity);
    }

    /** Returns a predicate that holds if the path leads to a row and the given predicate holds for that row. */
    public SpeedmentPredicate<E> where(Predicate<? super R> predicate) {
        return new ReferencePredicate<>(this, predicate, null, false);
    }

    /**
     * Returns a predicate that holds if the path leads to one of the given rows. The stream of these rows runs at the
     * first test.
     */
    public SpeedmentPredicate<E> among(Stream<? extends R> rows) {
        return new ReferencePredicate<>(this, null, new RowKeys(hops.getLast().key(), rows), false);
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
     * A predicate on the row at the end of a path.
     *
     * @param predicate the condition on the row; null if {@code keys} is set
     * @param keys the keys of the accepted rows; null if {@code predicate} is set
     * @param negated true if the predicate is negated
     */
    public record ReferencePredicate<E, R>(
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
            return new ReferencePredicate<>(path, predicate, keys, !negated);
        }

        @Override
        public String toString() {
            return (negated ? "no " : "") + path + (predicate == null ? " among rows" : " where " + predicate);
        }
    }
}
