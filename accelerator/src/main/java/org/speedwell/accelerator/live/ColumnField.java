package org.speedwell.accelerator.live;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.field.ComparableField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import com.speedment.runtime.field.trait.HasReferenceValue;
import com.speedment.runtime.typemapper.TypeMapper;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.TextField;

/** A field of a column, which delegates to a field of Speedment, whose predicates the engine knows. */
public class ColumnField<E, V extends Comparable<? super V>> implements Field<E, V> {
    private final HasComparableOperators<E, V> field;
    private final HasReferenceValue<E, ?, V> values;
    private final HasReferenceOperators<E> nulls;

    private <F extends HasComparableOperators<E, V> & HasReferenceValue<E, ?, V> & HasReferenceOperators<E>>
            ColumnField(F field) {
        this.field = field;
        this.values = field;
        this.nulls = field;
    }

    /** Creates the field of a column. */
    public static <E, V extends Comparable<? super V>> Field<E, V> of(
            ColumnIdentifier<E> column, Function<? super E, ? extends @Nullable V> getter) {
        return new ColumnField<>(ofKey(column, getter));
    }

    /** Creates Speedment's field of a column of a key. */
    public static <E, V extends Comparable<? super V>> ComparableField<E, V, V> ofKey(
            ColumnIdentifier<E> column, Function<? super E, ? extends @Nullable V> getter) {
        return ComparableField.create(column, getter::apply, (_, _) -> immutable(), TypeMapper.identity(), false);
    }

    /** Creates the field of a column of texts. */
    public static <E> TextField<E> ofText(
            ColumnIdentifier<E> column, Function<? super E, ? extends @Nullable String> getter) {
        return new OfText<>(StringField.<E, String>create(
                column, getter::apply, (_, _) -> immutable(), TypeMapper.identity(), false));
    }

    static void immutable() {
        throw new UnsupportedOperationException("A field of a store is only read.");
    }

    @Override
    public String column() {
        return values.identifier().getColumnId();
    }

    @Override
    public @Nullable V get(E entity) {
        return values.get(entity);
    }

    @Override
    public Predicate<E> equal(V value) {
        return field.equal(value);
    }

    @Override
    public Predicate<E> notEqual(V value) {
        return field.notEqual(value);
    }

    @Override
    public Predicate<E> lessThan(V value) {
        return field.lessThan(value);
    }

    @Override
    public Predicate<E> lessOrEqual(V value) {
        return field.lessOrEqual(value);
    }

    @Override
    public Predicate<E> greaterThan(V value) {
        return field.greaterThan(value);
    }

    @Override
    public Predicate<E> greaterOrEqual(V value) {
        return field.greaterOrEqual(value);
    }

    @Override
    public Predicate<E> between(V least, V greatest) {
        return field.between(least, greatest, Inclusion.START_INCLUSIVE_END_INCLUSIVE);
    }

    @Override
    public Predicate<E> in(Collection<? extends V> given) {
        return field.in(List.copyOf(given));
    }

    @Override
    public Predicate<E> notIn(Collection<? extends V> given) {
        return field.notIn(List.copyOf(given));
    }

    @Override
    public Predicate<E> isNull() {
        return nulls.isNull();
    }

    @Override
    public Predicate<E> isNotNull() {
        return nulls.isNotNull();
    }

    @Override
    public Comparator<E> ascending() {
        return field.comparator();
    }

    @Override
    public Comparator<E> descending() {
        return field.reversed();
    }

    @Override
    public Comparator<E> nullsFirst() {
        return field.comparatorNullFieldsFirst();
    }

    /** A field of texts. */
    private static final class OfText<E> extends ColumnField<E, String> implements TextField<E> {
        private final StringField<E, ?> texts;

        private OfText(StringField<E, ?> texts) {
            super(texts);
            this.texts = texts;
        }

        @Override
        public Predicate<E> startsWith(String prefix) {
            return texts.startsWith(prefix);
        }

        @Override
        public Predicate<E> endsWith(String suffix) {
            return texts.endsWith(suffix);
        }

        @Override
        public Predicate<E> contains(String part) {
            return texts.contains(part);
        }

        @Override
        public Predicate<E> equalIgnoreCase(String text) {
            return texts.equalIgnoreCase(text);
        }

        @Override
        public Predicate<E> startsWithIgnoreCase(String prefix) {
            return texts.startsWithIgnoreCase(prefix);
        }

        @Override
        public Predicate<E> endsWithIgnoreCase(String suffix) {
            return texts.endsWithIgnoreCase(suffix);
        }

        @Override
        public Predicate<E> containsIgnoreCase(String part) {
            return texts.containsIgnoreCase(part);
        }

        @Override
        public Predicate<E> isEmpty() {
            return texts.isEmpty();
        }
    }
}
