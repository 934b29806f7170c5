package org.speedwell.accelerator.join;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * A rule that compares columns of two different enums by the names of their constants. The database compares them as
 * texts.
 *
 * @param names the names of the joined column's constants, in the order of its keys
 * @param otherNames the names of the other column's constants, in the order of its keys
 */
record EnumNames(List<String> names, List<String> otherNames) implements MatchRule {

    /**
     * Returns the rule for two columns. Returns null if they are not of two different enums, or if the operator is not
     * an equality. Also returns null if only a collation decides whether two names are equal.
     */
    static @Nullable EnumNames of(
            ColumnRef.Ordered column,
            DatabaseValues values,
            ComparisonOperator operator,
            ColumnRef.Ordered other,
            DatabaseValues otherValues) {
        boolean areTwoEnums = isEnum(column) && isEnum(other) && classOf(column) != classOf(other);
        if (!operator.isEquality() || !areTwoEnums || column.isConverted() || other.isConverted()) {
            return null;
        }
        List<String> names = names(column, values);
        List<String> otherNames = names(other, otherValues);
        boolean isCertain = names.stream().noneMatch(one -> otherNames.stream().anyMatch(two -> mayBeEqual(one, two)));
        return isCertain ? new EnumNames(names, otherNames) : null;
    }

    private static boolean isEnum(ColumnRef.Ordered column) {
        return column.column().codec().isOrdinal() && classOf(column).isEnum();
    }

    private static Class<?> classOf(ColumnRef.Ordered column) {
        return column.column().codec().valueClass();
    }

    private static List<String> names(ColumnRef.Ordered column, DatabaseValues values) {
        return Arrays.stream(Objects.requireNonNull(classOf(column).getEnumConstants()))
                .map(constant -> String.valueOf(values.apply(constant)))
                .toList();
    }

    /**
     * Returns whether a collation may treat two different names as equal. The result is true if a name has a character
     * beyond ASCII. Some collations treat further ASCII letters as equal. The method ignores these, because their
     * columns are {@linkplain ColumnRef.Ordered#isConverted converted}.
     */
    private static boolean mayBeEqual(String one, String other) {
        return !one.equals(other)
                && (!isPlain(one) || !isPlain(other) || one.strip().equalsIgnoreCase(other.strip()));
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c >= ' ' && c < 127);
    }

    @Override
    public EnumNames swapped() {
        return new EnumNames(otherNames, names);
    }

    /** Returns a match of the constants with the same name. */
    @Override
    public KeyMatch match(ColumnRef.Ordered joined, ComparisonOperator operator, ColumnRef.Ordered other) {
        long[] same = otherNames.stream()
                .mapToInt(names::indexOf)
                .mapToLong(place -> place < 0 ? KeySpace.Translation.NONE : place)
                .toArray();
        return KeyMatch.byKey(operator, key -> same[(int) key]);
    }
}
