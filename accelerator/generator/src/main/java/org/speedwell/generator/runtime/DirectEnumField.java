package org.speedwell.generator.runtime;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.field.ComparableField;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.comparator.NullOrder;
import com.speedment.runtime.field.method.ReferenceGetter;
import com.speedment.runtime.field.method.ReferenceSetter;
import com.speedment.runtime.field.predicate.FieldIsNullPredicate;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.typemapper.TypeMapper;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An enum field that builds comparisons with constants from prepared predicates. Speedment instead streams all
 * constants of the enum through a lambda for each comparison. Both match the same entities. Comparisons with strings
 * use Speedment's own field. Immutable and thread-safe.
 *
 * <p>The field is a record because the JIT compiler trusts the components of a constant record. If compiled code
 * creates and uses a predicate in one place, the compiler can omit the object.
 *
 * @param field Speedment's own field
 * @param comparable the same column as a comparable field
 * @param equal the predicates that test for equality, by the ordinal of the constant. They are immutable, so callers
 * share them
 */
public record DirectEnumField<T, D, E extends Enum<E>>(
        EnumField<T, D, E> field, ComparableField<T, D, E> comparable, List<SpeedmentPredicate<T>> equal)
        implements EnumField<T, D, E>, FieldComparator<T> {

    private DirectEnumField(EnumField<T, D, E> field, ComparableField<T, D, E> comparable) {
        this(
                field,
                comparable,
                field.constants().stream().map(comparable::equal).toList());
    }

    /** Creates a field. Generated code calls this method instead of {@link EnumField#create}. */
    public static <T, D, E extends Enum<E>> EnumField<T, D, E> create(
            ColumnIdentifier<T> identifier,
            ReferenceGetter<T, E> getter,
            ReferenceSetter<T, E> setter,
            TypeMapper<D, E> typeMapper,
            Function<E, String> enumToString,
            Function<String, E> stringToEnum,
            Class<E> enumClass) {
        return new DirectEnumField<>(
                EnumField.create(identifier, getter, setter, typeMapper, enumToString, stringToEnum, enumClass),
                ComparableField.create(identifier, getter, setter, typeMapper, false));
    }

    /**
     * Returns the predicate of all constants in the set. Like Speedment's predicates, it has a field and is not a
     * disjunction.
     */
    private SpeedmentPredicate<T> isIn(EnumSet<E> matching) {
        return switch (matching.size()) {
            case 0 -> field.in(Set.of());
            case 1 -> equal(matching.iterator().next());
            default -> comparable.in(matching);
        };
    }

    private SpeedmentPredicate<T> isIn(Predicate<E> matching) {
        EnumSet<E> constants = constants();
        constants.removeIf(constant -> !matching.test(constant));
        return isIn(constants);
    }

    @Override
    public SpeedmentPredicate<T> equal(E value) {
        return value == null ? field.equal(value) : equal.get(value.ordinal());
    }

    @Override
    public SpeedmentPredicate<T> notEqual(E value) {
        return value == null ? field.notEqual(value) : comparable.notEqual(value);
    }

    @Override
    public SpeedmentPredicate<T> lessThan(E value) {
        return isIn(constant -> constant.compareTo(value) < 0);
    }

    @Override
    public SpeedmentPredicate<T> lessOrEqual(E value) {
        return isIn(constant -> constant.compareTo(value) <= 0);
    }

    @Override
    public SpeedmentPredicate<T> greaterThan(E value) {
        return isIn(constant -> constant.compareTo(value) > 0);
    }

    @Override
    public SpeedmentPredicate<T> greaterOrEqual(E value) {
        return isIn(constant -> constant.compareTo(value) >= 0);
    }

    @Override
    public SpeedmentPredicate<T> between(E start, E end, Inclusion inclusion) {
        return isIn(constant -> isBetween(constant, start, end, inclusion));
    }

    @Override
    public SpeedmentPredicate<T> notBetween(E start, E end, Inclusion inclusion) {
        return isIn(constant -> !isBetween(constant, start, end, inclusion));
    }

    private static <E extends Enum<E>> boolean isBetween(E constant, E start, E end, Inclusion inclusion) {
        return constant.compareTo(start) >= (inclusion.isStartInclusive() ? 0 : 1)
                && constant.compareTo(end) <= (inclusion.isEndInclusive() ? 0 : -1);
    }

    @Override
    public SpeedmentPredicate<T> in(Collection<E> values) {
        return isIn(values::contains);
    }

    @Override
    public SpeedmentPredicate<T> notIn(Collection<E> values) {
        return isIn(constant -> !values.contains(constant));
    }

    @Override
    public EnumField<T, D, E> tableAlias(String alias) {
        return new DirectEnumField<>(field.tableAlias(alias), comparable.tableAlias(alias));
    }

    @Override
    public Field<T> getField() {
        return this;
    }

    @Override
    public NullOrder getNullOrder() {
        return NullOrder.LAST;
    }

    @Override
    public boolean isReversed() {
        return false;
    }

    @Override
    public FieldComparator<T> reversed() {
        return comparator().reversed();
    }

    @Override
    public int compare(T first, T second) {
        return field.compare(first, second);
    }

    @Override
    public FieldComparator<T> comparator() {
        return field.comparator();
    }

    @Override
    public FieldComparator<T> comparatorNullFieldsFirst() {
        return field.comparatorNullFieldsFirst();
    }

    @Override
    public ColumnIdentifier<T> identifier() {
        return field.identifier();
    }

    @Override
    public ReferenceGetter<T, E> getter() {
        return field.getter();
    }

    @Override
    public ReferenceSetter<T, E> setter() {
        return field.setter();
    }

    @Override
    public TypeMapper<D, E> typeMapper() {
        return field.typeMapper();
    }

    @Override
    public boolean isUnique() {
        return field.isUnique();
    }

    @Override
    public String tableAlias() {
        return field.tableAlias();
    }

    @Override
    public Class<E> enumClass() {
        return field.enumClass();
    }

    @Override
    public EnumSet<E> constants() {
        return field.constants();
    }

    @Override
    public Function<String, E> stringToEnum() {
        return field.stringToEnum();
    }

    @Override
    public Function<E, String> enumToString() {
        return field.enumToString();
    }

    @Override
    public FieldIsNullPredicate<T, E> isNull() {
        return field.isNull();
    }

    @Override
    public Predicate<T> equal(String value) {
        return field.equal(value);
    }

    @Override
    public Predicate<T> notEqual(String value) {
        return field.notEqual(value);
    }

    @Override
    public Predicate<T> lessThan(String value) {
        return field.lessThan(value);
    }

    @Override
    public Predicate<T> lessOrEqual(String value) {
        return field.lessOrEqual(value);
    }

    @Override
    public Predicate<T> greaterThan(String value) {
        return field.greaterThan(value);
    }

    @Override
    public Predicate<T> greaterOrEqual(String value) {
        return field.greaterOrEqual(value);
    }

    @Override
    public Predicate<T> between(String start, String end, Inclusion inclusion) {
        return field.between(start, end, inclusion);
    }

    @Override
    public Predicate<T> notBetween(String start, String end, Inclusion inclusion) {
        return field.notBetween(start, end, inclusion);
    }

    @Override
    public SpeedmentPredicate<T> equalIgnoreCase(String value) {
        return field.equalIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> startsWith(String value) {
        return field.startsWith(value);
    }

    @Override
    public SpeedmentPredicate<T> endsWith(String value) {
        return field.endsWith(value);
    }

    @Override
    public SpeedmentPredicate<T> contains(String value) {
        return field.contains(value);
    }

    @Override
    public SpeedmentPredicate<T> startsWithIgnoreCase(String value) {
        return field.startsWithIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> endsWithIgnoreCase(String value) {
        return field.endsWithIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> containsIgnoreCase(String value) {
        return field.containsIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> notEqualIgnoreCase(String value) {
        return field.notEqualIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> notStartsWith(String value) {
        return field.notStartsWith(value);
    }

    @Override
    public SpeedmentPredicate<T> notEndsWith(String value) {
        return field.notEndsWith(value);
    }

    @Override
    public SpeedmentPredicate<T> notContains(String value) {
        return field.notContains(value);
    }

    @Override
    public SpeedmentPredicate<T> notStartsWithIgnoreCase(String value) {
        return field.notStartsWithIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> notEndsWithIgnoreCase(String value) {
        return field.notEndsWithIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> notContainsIgnoreCase(String value) {
        return field.notContainsIgnoreCase(value);
    }

    @Override
    public SpeedmentPredicate<T> isEmpty() {
        return field.isEmpty();
    }

    @Override
    public SpeedmentPredicate<T> isNotEmpty() {
        return field.isNotEmpty();
    }
}
