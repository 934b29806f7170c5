package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;

/** Compares what each version knows about a foreign key with a search of all rows. */
@Tag("oracle")
class CarriedReferencesTest {
    private static final int STEPS = 60;
    private static final TableId<Object> FROM = new TableId<>("test", "test", "from");
    private static final TableId<Object> TO = new TableId<>("test", "test", "to");

    /** Two tables with keys of one or two columns, of numbers and texts, as models and as versions. */
    private static final class Case {
        private final SplittableRandom random;
        private final int parts;
        private final boolean isDangling;
        private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        private final Versions versions = new Versions(budget, Duration.ZERO);
        private final List<@Nullable List<@Nullable Object>> from = new ArrayList<>();
        private final List<@Nullable List<@Nullable Object>> to = new ArrayList<>();
        private final Row.Referenced row;
        private TableStore<Object> fromStore;
        private TableStore<Object> toStore;

        Case(long seed) {
            random = new SplittableRandom(seed);
            parts = 1 + random.nextInt(2);
            isDangling = random.nextInt(3) == 0;
            List<String> names =
                    IntStream.range(0, parts).mapToObj(part -> "c" + part).toList();
            row = new Row.Referenced(Row.FIRST, names, names, TO);
            IntStream.range(0, 40).forEach(_ -> to.add(key()));
            IntStream.range(0, 400).forEach(_ -> from.add(foreignKey()));
            fromStore = store(FROM, from);
            toStore = store(TO, to);
            versions.add(new CarriedReferences());
        }

        private List<@Nullable Object> key() {
            List<@Nullable Object> key = new ArrayList<>();
            key.add((long) random.nextInt(60));
            if (parts > 1) {
                key.add("k" + random.nextInt(3));
            }
            return key;
        }

        private List<@Nullable Object> foreignKey() {
            if (isDangling && random.nextInt(40) == 0) {
                List<@Nullable Object> key = key();
                key.set(0, 1000L + random.nextInt(3));
                return key;
            }
            List<List<@Nullable Object>> present =
                    to.stream().filter(Objects::nonNull).toList();
            List<@Nullable Object> key = new ArrayList<>(present.get(random.nextInt(present.size())));
            if (random.nextInt(10) == 0) {
                key.set(random.nextInt(parts), null);
            }
            return key;
        }

        private List<Column> columns(List<List<@Nullable Object>> rows, Lease lease) {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                int part = i;
                try (ColumnBuilder builder = part == 1
                        ? ColumnBuilder.of(MySqlType.VARCHAR, 0, 0, String.class, String.class, null)
                        : ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
                    rows.forEach(values -> builder.append(values.get(part)));
                    columns.add(builder.build(lease));
                }
            }
            return columns;
        }

        private TableStore<Object> store(TableId<Object> id, List<@Nullable List<@Nullable Object>> rows) {
            Lease lease = new Lease();
            TableStore.Builder<Object> table =
                    TableStore.builder(id, new EntityFactory<>(Object::new, List.of()), lease);
            List<Column> columns =
                    columns(rows.stream().map(Objects::requireNonNull).toList(), lease);
            for (int i = 0; i < parts; i++) {
                table.indexedColumn(ColumnId.of("c" + i), columns.get(i));
            }
            return table.build();
        }

        /** Removes, replaces and adds a few rows. */
        private TableStore<Object> edited(
                TableStore<Object> store, List<@Nullable List<@Nullable Object>> rows, boolean isTo) {
            int[] chosen = random.ints(random.nextInt(4), 0, rows.size())
                    .filter(row -> rows.get(row) != null)
                    .sorted()
                    .distinct()
                    .toArray();
            int removals = isTo && random.nextInt(4) != 0 ? 0 : Math.min(1, chosen.length);
            int[] removed = Arrays.copyOf(chosen, removals);
            int added = random.nextInt(3);
            int[] changed = IntStream.concat(
                            Arrays.stream(chosen, removals, chosen.length),
                            IntStream.range(rows.size(), rows.size() + added))
                    .toArray();
            List<List<@Nullable Object>> values = new ArrayList<>();
            for (int row : changed) {
                boolean keepsKey = isTo && row < rows.size() && random.nextInt(4) != 0;
                values.add(keepsKey ? requireNonNull(rows.get(row)) : isTo ? key() : foreignKey());
            }
            Lease staging = new Lease();
            TableStore<Object> next = store.edit(changed, columns(values, staging), removed, budget);
            staging.release();
            Arrays.stream(removed).forEach(row -> rows.set(row, null));
            for (int i = 0; i < changed.length; i++) {
                if (changed[i] < rows.size()) {
                    rows.set(changed[i], values.get(i));
                } else {
                    rows.add(values.get(i));
                }
            }
            return next;
        }

        private boolean isDangling(List<@Nullable Object> key) {
            return !key.contains(null) && !to.contains(key);
        }

        /** Returns the number of versions that knew the foreign key before a query needed it. */
        int check() {
            int carried = 0;
            for (int step = 0; step < STEPS; step++) {
                if (step > 0) {
                    int which = random.nextInt(3);
                    toStore = which == 0 ? toStore : edited(toStore, to, true);
                    fromStore = which == 1 ? fromStore : edited(fromStore, from, false);
                }
                Snapshot version = versions.publish(
                        new Snapshot(versions.last() + 1, Instant.now(), null, List.of(fromStore, toStore)));
                Iterator<KnownReferences.Known> known =
                        version.references().all().iterator();
                if (known.hasNext()) {
                    carried++;
                    int dangling = known.next().dangling();
                    assertThat(known.hasNext()).isFalse();
                    assertThat(dangling >= 0).isEqualTo(isAnyDangling());
                    assertThat(dangling < 0 || isDangling(requireNonNull(from.get(dangling))))
                            .isTrue();
                }
                RowPath path = requireNonNull(RowPath.of(fromStore, row, version));
                assertThat(path.isComplete()).isEqualTo(!isAnyDangling());
            }
            return carried;
        }

        private boolean isAnyDangling() {
            return from.stream().filter(Objects::nonNull).anyMatch(this::isDangling);
        }
    }

    @Test
    void versionsKnowWhetherForeignKeysNameRows() {
        int carried = 0;
        for (long seed = 1; seed <= 40; seed++) {
            carried += new Case(seed).check();
        }
        assertThat(carried).isGreaterThan(40 * STEPS / 2);
    }

    @Test
    void unneededForeignKeysAreForgotten() {
        Case of = new Case(1);
        of.check();
        Snapshot last = requireNonNull(of.versions.current());
        assertThat(last.references().all()).hasSize(1);
        for (int i = 0; i < 1_100; i++) {
            last = of.versions.publish(
                    new Snapshot(of.versions.last() + 1, Instant.now(), null, List.of(of.fromStore, of.toStore)));
        }
        assertThat(last.references().all()).isEmpty();
    }
}
