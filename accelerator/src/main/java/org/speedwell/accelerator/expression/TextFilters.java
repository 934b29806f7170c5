package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.predicate.FieldPredicate;
import com.speedment.runtime.field.predicate.PredicateType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.text.TextPattern;

/** A translator from predicates on the form of texts to filters. */
final class TextFilters {
    private TextFilters() {}

    /**
     * Returns the filter of a pattern. Returns null if the column belongs to another table or does not store its texts
     * as bytes.
     */
    static @Nullable Filter like(TableStore<?> table, Like<?> like) {
        int index = table.indexOf(like.field().identifier());
        if (index < 0 || Filter.TextMatch.texts(table.ref(index)) == null) {
            return null;
        }
        return table.ref(index) instanceof ColumnRef.Ordered column
                ? of(column, like.pattern(), like.isNegated())
                : new Filter.TextMatch(table.ref(index), like.pattern(), like.isNegated());
    }

    private static Filter ofKeys(ColumnRef.Ordered column, TextPattern pattern, boolean inverted) {
        KeyColumn of = column.column();
        if (of.isEmpty()) {
            return Filter.Constant.NONE;
        }
        KeyCodec codec = of.codec();
        long[] keys = codec.keys(of.min(), of.max())
                .filter(key -> pattern.matches((String) codec.value(key)) != inverted)
                .toArray();
        return new Filter.KeySet(column, keys, false, false);
    }

    /** Returns the filter of a pattern. Returns null if the column does not store its texts as bytes. */
    static @Nullable Filter of(ColumnRef.Ordered column, TextPattern pattern, boolean inverted) {
        if (Filter.TextMatch.texts(column) == null) {
            return null;
        }
        return FilterResolver.isOfManyKeys(column)
                ? new Filter.TextMatch(column, pattern, inverted)
                : ofKeys(column, pattern, inverted);
    }

    /**
     * Returns a filter that tests each row. It compares the bytes of the text if the predicate searches for a part of
     * the text. Otherwise it calls the predicate with an entity of the value.
     */
    static Filter ofEachRow(TableStore<?> table, ColumnRef column, FieldPredicate<?> predicate) {
        PredicateType type = predicate.getPredicateType();
        TextPattern pattern = switch (type) {
            case CONTAINS, NOT_CONTAINS -> TextPattern.contains(operand(predicate));
            case ENDS_WITH, NOT_ENDS_WITH -> TextPattern.endsWith(operand(predicate));
            default -> null;
        };
        if (pattern == null || Filter.TextMatch.texts(column) == null) {
            return new Filter.FieldTest(column, predicate);
        }
        boolean isInverted = type == PredicateType.NOT_CONTAINS || type == PredicateType.NOT_ENDS_WITH;
        Filter match = new Filter.TextMatch(column, pattern, isInverted);
        boolean nulls = column.column().nulls() > 0 && FilterResolver.test(table, column, predicate, null);
        return nulls ? new Filter.Or(List.of(match, new Filter.NullRows(column))) : match;
    }

    private static String operand(FieldPredicate<?> predicate) {
        return (String) FilterResolver.operandOrFail(predicate);
    }
}
