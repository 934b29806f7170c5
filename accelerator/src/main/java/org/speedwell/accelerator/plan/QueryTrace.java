package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.kernel.RowFilter;
import org.speedwell.accelerator.store.TableStore;

/** Tells a trace the steps of a {@link RowQuery}. */
final class QueryTrace {
    private QueryTrace() {}

    static void tell(TableStore<?> table, RowQuery query, Trace trace) {
        long rows = table.rows();
        if (query.filter() == null) {
            trace.step("all rows of " + table.identifier().getTableId(), rows, rows);
        } else {
            rows = tellFilter(table, query.filter(), trace);
        }
        RowOrder order = query.by() != null ? new RowOrder(List.of(query.by())) : query.order();
        if (order != null) {
            tellOrder(table, order, rows, trace);
        }
        if (query.hasWindow()) {
            long left = Math.max(0, Math.min(rows, query.to()) - query.from());
            trace.step(window(query), rows, left);
        }
    }

    private static String window(RowQuery query) {
        String skip = query.from() == 0 ? "" : "skip %,d".formatted(query.from());
        String limit = query.to() == Long.MAX_VALUE ? "" : "limit %,d".formatted(query.to() - query.from());
        return skip.isEmpty() || limit.isEmpty() ? skip + limit : skip + ", " + limit;
    }

    private static long tellFilter(TableStore<?> table, Filter filter, Trace trace) {
        List<Filter> conjuncts = filter instanceof Filter.And and ? and.filters() : List.of(filter);
        List<Filter> before = new ArrayList<>();
        long rows = table.rows();
        for (Filter conjunct : conjuncts) {
            before.add(conjunct);
            long left = RowFilter.count(table, new Filter.And(List.copyOf(before)));
            trace.step("filter " + FilterText.of(table, conjunct) + " → " + access(table, conjunct), rows, left);
            rows = left;
        }
        return rows;
    }

    private static String access(TableStore<?> table, Filter filter) {
        return switch (filter) {
            case Filter.Constant _ -> "known without a look";
            case Filter.NullRows nulls -> "null bits of " + table.columnName(nulls.column());
            case Filter.KeyRange range -> column(table, range.column());
            case Filter.KeySet set -> column(table, set.column());
            case Filter.FieldTest test -> "test of each value of " + table.columnName(test.column());
            case Filter.And and -> several(table, and.filters());
            case Filter.Or or -> several(table, or.filters());
        };
    }

    private static String several(TableStore<?> table, List<Filter> parts) {
        return parts.stream().map(part -> access(table, part)).distinct().collect(Collectors.joining(", "));
    }

    private static String column(TableStore<?> table, int column) {
        return (table.index(column) == null ? "scan of " : "sorted index on ") + table.columnName(column);
    }

    private static void tellOrder(TableStore<?> table, RowOrder order, long rows, Trace trace) {
        String by = order.columns().stream()
                .map(part -> table.columnName(part.column()) + (part.descending() ? " descending" : ""))
                .collect(Collectors.joining(", "));
        int first = order.columns().getFirst().column();
        String rest = order.columns().size() == 1 ? "" : ", ties by the rest";
        String how =
                table.index(first) == null ? "sort of the rows" : "sorted index on " + table.columnName(first) + rest;
        trace.step("sorted by " + by + " → " + how, rows, rows);
    }
}
