package org.speedwell.accelerator.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.ExprText;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.PredicateText;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;

/** A printer of filters. It uses the names of columns, operators and values. */
final class FilterText {
    /** The number of values of a key set that are printed. */
    private static final int MAX_VALUES = 8;

    private FilterText() {}

    static String of(Filter filter) {
        return switch (filter) {
            case Filter.Constant constant -> constant == Filter.Constant.ALL ? "true" : "false";
            case Filter.NullRows nulls -> nulls.column().name() + " is null";
            case Filter.InRange range ->
                range.source() == null
                        ? range(range)
                        : range.column().name() + " " + PredicateText.condition(range.source());
            case Filter.KeySet set ->
                set.source() == null || PredicateText.isIn(set.source())
                        ? set(set)
                        : set.column().name() + " " + PredicateText.condition(set.source());
            case Filter.KeyOrdered ordered ->
                ordered.below().name()
                        + (ordered.orSame() ? " ≤ " : " < ")
                        + ordered.above().name();
            case Filter.FieldTest test -> test.column().name() + " " + PredicateText.condition(test.predicate());
            case Filter.TextMatch match ->
                match.column().name() + (match.inverted() ? " not" : "") + " like "
                        + PredicateText.text(match.pattern());
            case Filter.Computed computed ->
                new ExprText(leaf -> name(leaf, computed.columns())).of(computed.condition());
            case Filter.And and -> joined(and.filters(), " and ");
            case Filter.Or or -> joined(or.filters(), " or ");
        };
    }

    private static String name(Expr leaf, Map<Expr.Column, ColumnRef> columns) {
        return switch (leaf) {
            case Expr.Column column -> name(column, Objects.requireNonNull(columns.get(column)));
            case Expr.Given given when PredicateText.of(given.function()) instanceof String words -> words;
            case Expr.Given _, Expr.Exists _, Expr.Constant _, Expr.Parameter _, Expr.Operation _, Expr.Condition _ ->
                String.valueOf(leaf);
        };
    }

    private static String name(Expr.Column column, ColumnRef ref) {
        return column.row() instanceof Row.Referenced referenced
                ? referenced.table().table() + "." + ref.name()
                : ref.name();
    }

    private static String joined(List<Filter> parts, String word) {
        return parts.stream().map(part -> of(part)).collect(Collectors.joining(word, "(", ")"));
    }

    private static String range(Filter.InRange range) {
        String name = range.column().name();
        KeyColumn column = range.column().column();
        long low = range.low();
        long high = range.high();
        if (low == Long.MIN_VALUE && high == Long.MAX_VALUE) {
            return name + (range.inverted() ? " never" : " is not null");
        }
        if (low == high) {
            return name + (range.inverted() ? " ≠ " : " = ") + value(column, low);
        }
        if (low == Long.MIN_VALUE) {
            return name + (range.inverted() ? " > " : " ≤ ") + value(column, high);
        }
        if (high == Long.MAX_VALUE) {
            return name + (range.inverted() ? " < " : " ≥ ") + least(column, low);
        }
        return name + (range.inverted() ? " not" : "") + " from " + least(column, low) + " to " + value(column, high);
    }

    private static String set(Filter.KeySet set) {
        KeyColumn column = set.column().column();
        String values = Arrays.stream(set.keys())
                .limit(MAX_VALUES)
                .mapToObj(key -> value(column, key))
                .collect(Collectors.joining(", "));
        int more = set.keys().length - MAX_VALUES;
        return set.column().name() + (set.inverted() ? " not in (" : " in (") + values
                + (more > 0 ? ", %,d more".formatted(more) : "") + ")" + (set.nulls() ? " or null" : "");
    }

    /** Returns the text of the smallest value whose key is not below the given key. */
    private static String least(KeyColumn column, long low) {
        return value(
                column,
                column.isEmpty() || column.codec().isWhole()
                        ? low
                        : column.codec()
                                .keys(Math.clamp(low, column.min(), column.max()), column.max())
                                .findFirst()
                                .orElse(column.max()));
    }

    /**
     * Returns the text of the value of a key. If the key is outside the column, it prints the nearest key of the
     * column.
     */
    private static String value(KeyColumn column, long key) {
        if (column.isEmpty()) {
            return "a value";
        }
        long near = column.codec().isWhole() ? key : Math.clamp(key, column.min(), column.max());
        return PredicateText.text(column.codec().value(near));
    }
}
