package org.speedwell.accelerator.plan;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.speedwell.accelerator.filter.Filter;
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
        FilterPlan plan = FilterPlan.of(table, filter);
        long rows = table.rows();
        long left = plan.count(false);
        FilterPlan.Driver driver = plan.driver();
        if (driver == null) {
            trace.step("filter " + FilterText.of(table, filter) + " → " + scan(table, filter), rows, left);
            return left;
        }
        String index = " → sorted index on "
                + IntStream.of(driver.columns()).mapToObj(table::columnName).collect(Collectors.joining(" and "));
        trace.step("filter " + FilterText.of(table, driver.filter()) + index, rows, driver.rows());
        Filter rest = driver.rest();
        if (rest != null) {
            trace.step("filter " + FilterText.of(table, rest) + " → test of each candidate", driver.rows(), left);
        }
        return left;
    }

    private static String scan(TableStore<?> table, Filter filter) {
        String columns = columns(filter).distinct().mapToObj(table::columnName).collect(Collectors.joining(", "));
        return columns.isEmpty() ? "known without a look" : "scan of " + columns;
    }

    private static IntStream columns(Filter filter) {
        return switch (filter) {
            case Filter.Constant _ -> IntStream.empty();
            case Filter.NullRows nulls -> IntStream.of(nulls.column());
            case Filter.KeyRange range -> IntStream.of(range.column());
            case Filter.KeySet set -> IntStream.of(set.column());
            case Filter.FieldTest test -> IntStream.of(test.column());
            case Filter.And and -> and.filters().stream().flatMapToInt(QueryTrace::columns);
            case Filter.Or or -> or.filters().stream().flatMapToInt(QueryTrace::columns);
        };
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
