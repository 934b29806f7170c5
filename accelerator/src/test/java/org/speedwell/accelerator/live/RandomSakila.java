package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * Four small tables that refer to each other, as lists and in memory. Random transactions change all of them. Foreign
 * keys may be NULL or refer to missing rows. No database. For one thread.
 */
final class RandomSakila {
    private static final int MAX_ROWS = 24;
    private static final int KEYS = 30;

    final Table<Language> languages;
    final Table<Film> films;
    final Table<Inventory> inventories;
    final Table<Rental> rentals;

    private final SplittableRandom random;
    private final boolean isIndexed;
    private final Speedment app;

    /** A table, and its rows by row id. */
    final class Table<E> {
        final TreeMap<Integer, E> rows = new TreeMap<>();
        private final Manager<E> manager;
        private final EntityTable.Shape shape;
        private final Function<Integer, E> entity;
        private final ToIntFunction<E> key;
        private TableStore<E> store;
        private int end;

        Table(Class<? extends Manager<E>> type, Field<E> primary, Function<Integer, E> entity, ToIntFunction<E> key) {
            this.manager = app.getOrThrow(type);
            this.shape = EntityTable.Shape.of(app, manager, 2);
            this.entity = entity;
            this.key = key;
            for (int i = random.nextInt(MAX_ROWS); i > 0; i--) {
                rows.put(end++, entity.apply(freeKey()));
            }
            int place = manager.fields()
                    .map(field -> field.identifier().getColumnId())
                    .toList()
                    .indexOf(primary.identifier().getColumnId());
            EntityTable.Layout layout = new EntityTable.Layout(isIndexed, 10, true);
            this.store = EntityTable.of(app, manager, shape, list(), layout, () -> {}, new int[] {place});
        }

        List<E> list() {
            return List.copyOf(rows.values());
        }

        TableId<E> id() {
            return store.identifier();
        }

        private int freeKey() {
            while (true) {
                int free = 1 + random.nextInt(2 * KEYS);
                if (rows.values().stream().noneMatch(row -> key.applyAsInt(row) == free)) {
                    return free;
                }
            }
        }

        /** Replaces, removes and appends some rows. A replaced row often keeps its key. */
        void change() {
            List<Integer> ids = List.copyOf(rows.keySet());
            TreeSet<Integer> changed = new TreeSet<>();
            TreeSet<Integer> removed = new TreeSet<>();
            int most = random.nextInt(20) == 0 ? ids.size() : Math.min(ids.size(), 3);
            for (int i = random.nextInt(most + 1); i > 0; i--) {
                (random.nextInt(3) == 0 ? removed : changed).add(ids.get(random.nextInt(ids.size())));
            }
            changed.removeAll(removed);
            removed.forEach(rows::remove);
            for (int row : changed) {
                E before = requireNonNull(rows.get(row));
                rows.put(row, entity.apply(random.nextInt(4) == 0 ? freeKey() : key.applyAsInt(before)));
            }
            for (int i = rows.size() < MAX_ROWS ? random.nextInt(3) : 0; i > 0; i--) {
                changed.add(end);
                rows.put(end++, entity.apply(freeKey()));
            }
            if (!changed.isEmpty() || !removed.isEmpty()) {
                edit(changed, removed);
            }
        }

        /** Appends rows. */
        void append(List<E> entities) {
            TreeSet<Integer> added = new TreeSet<>();
            for (E of : entities) {
                added.add(end);
                rows.put(end++, of);
            }
            edit(added, new TreeSet<>());
        }

        void replace(int row, E by) {
            rows.put(row, by);
            edit(new TreeSet<>(List.of(row)), new TreeSet<>());
        }

        private void edit(TreeSet<Integer> changed, TreeSet<Integer> removed) {
            store = EntityTable.edit(
                    app,
                    manager,
                    shape,
                    store,
                    10,
                    changed.stream().mapToInt(row -> row).toArray(),
                    changed.stream().map(rows::get).toList(),
                    removed.stream().mapToInt(row -> row).toArray());
        }
    }

    RandomSakila(Speedment app, SplittableRandom random, boolean isIndexed) {
        this.app = app;
        this.random = random;
        this.isIndexed = isIndexed;
        this.languages = new Table<>(
                LanguageManager.class,
                Language.LANGUAGE_ID,
                id -> app.getOrThrow(LanguageManager.class)
                        .create()
                        .setLanguageId((short) (int) id)
                        .setName("language " + random.nextInt(4)),
                Language::getLanguageId);
        this.films = new Table<>(
                FilmManager.class,
                Film.FILM_ID,
                id -> app.getOrThrow(FilmManager.class)
                        .create()
                        .setFilmId(id)
                        .setTitle("film " + random.nextInt(6))
                        .setLanguageId((short) key())
                        .setOriginalLanguageId(random.nextInt(3) == 0 ? null : (short) key())
                        .setRentalDuration((short) (1 + random.nextInt(5)))
                        .setLength(random.nextInt(3) == 0 ? null : 20 + random.nextInt(100)),
                Film::getFilmId);
        this.inventories = new Table<>(
                InventoryManager.class,
                Inventory.INVENTORY_ID,
                id -> app.getOrThrow(InventoryManager.class)
                        .create()
                        .setInventoryId(id)
                        .setFilmId(key())
                        .setStoreId((short) (1 + random.nextInt(4))),
                Inventory::getInventoryId);
        this.rentals = new Table<>(
                RentalManager.class,
                Rental.RENTAL_ID,
                id -> app.getOrThrow(RentalManager.class)
                        .create()
                        .setRentalId(id)
                        .setInventoryId(key())
                        .setCustomerId(1 + random.nextInt(6))
                        .setStaffId((short) (1 + random.nextInt(4))),
                Rental::getRentalId);
    }

    private int key() {
        return 1 + random.nextInt(2 * KEYS);
    }

    /** Changes the rows of some tables. */
    void change() {
        for (Table<?> table : tables()) {
            if (random.nextInt(3) == 0) {
                table.change();
            }
        }
    }

    /** Returns the rows of a table. */
    @SuppressWarnings("unchecked") // each table has its own entities
    <E> List<E> list(TableIdentifier<E> table) {
        return (List<E>) tables().stream()
                .filter(any -> any.id().table().equals(table.getTableId()))
                .findFirst()
                .orElseThrow()
                .list();
    }

    private List<Table<?>> tables() {
        return List.of(languages, films, inventories, rentals);
    }

    void publish(Versions versions) {
        List<TableStore<?>> stores = new ArrayList<>();
        tables().forEach(table -> stores.add(table.store));
        versions.publish(new Snapshot(versions.last() + 1, Instant.EPOCH, null, stores));
    }
}
