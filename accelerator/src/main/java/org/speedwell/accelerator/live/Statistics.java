package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics.ColumnStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics.MultiIndexStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics.TableStatistics;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/** Statistics of a snapshot's contents and memory. */
final class Statistics {
    private Statistics() {}

    static StoreStatistics of(
            Snapshot snapshot, long formerBytes, Optional<FollowStatus> following, Optional<ShadowStatistics> shadow) {
        List<TableStatistics> tables = new ArrayList<>();
        for (TableStore<?> table : snapshot.tables()) {
            tables.add(of(table));
        }
        return new StoreStatistics(
                snapshot.version(),
                snapshot.takenAt(),
                List.copyOf(tables),
                formerBytes,
                snapshot.report().badValues(),
                snapshot.report().tablesNotLoaded(),
                following,
                shadow);
    }

    private static TableStatistics of(TableStore<?> table) {
        List<ColumnStatistics> columns = new ArrayList<>();
        for (int i = 0; i < table.columns(); i++) {
            Column column = table.column(i);
            SortedIndex index = table.index(i);
            columns.add(new ColumnStatistics(
                    table.columnName(i),
                    column.nulls(),
                    distinct(column, index),
                    column.encoding(),
                    column.bytes(),
                    index == null ? "none" : index.bytes() == 0 ? "rows in order" : "sorted",
                    index == null ? 0 : index.bytes()));
        }
        table.keepAlive();
        List<MultiIndexStatistics> multiIndexes = table.pairs().stream()
                .map(pair -> new MultiIndexStatistics(
                        table.columnName(pair.first()), table.columnName(pair.second()), pair.bytes()))
                .toList();
        return new TableStatistics(
                table.identifier().toString(),
                table.rows(),
                List.copyOf(columns),
                multiIndexes,
                table.entities().isGenerated());
    }

    /** Counts distinct values along the index, where equal keys are adjacent. */
    private static OptionalLong distinct(Column column, @Nullable SortedIndex index) {
        if (!(column instanceof KeyColumn keys)) {
            return OptionalLong.empty();
        }
        if (index == null) {
            return keys.codec().isText() ? OptionalLong.of(keys.max() + 1) : OptionalLong.empty();
        }
        long distinct = 0;
        for (int position = 0; position < index.valid(); ) {
            position = index.through(keys.key(index.row(position)));
            distinct++;
        }
        return OptionalLong.of(distinct);
    }
}
