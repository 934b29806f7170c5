package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.RandomEntities.Spread;

/** Random changes of a table and of a list, version by version: they replace, remove and append rows. */
final class RandomHistory<E> {
    /** A function that makes the next version of a table. */
    @FunctionalInterface
    interface Edit<E> {
        TableStore<E> apply(TableStore<E> table, int[] changed, List<E> values, int[] removed);
    }

    private record Change<E>(int[] changed, List<E> values, int[] removed) {}

    private final List<Change<E>> changes = new ArrayList<>();
    private final List<List<E>> versions = new ArrayList<>();

    private RandomHistory(List<E> entities) {
        versions.add(entities);
    }

    /** Creates a history of a number of changes. */
    RandomHistory(RandomEntities<E> source, List<Spread> spreads, List<E> entities, int count, RandomGenerator random) {
        this(entities);
        TreeMap<Integer, E> rows = new TreeMap<>();
        entities.forEach(entity -> rows.put(rows.size(), entity));
        int end = entities.size();
        for (int version = 0; version < count; version++) {
            List<Integer> present = List.copyOf(rows.keySet());
            int most = random.nextInt(4) == 0 ? present.size() : Math.min(present.size(), 20);
            TreeSet<Integer> removed = chosen(present, random.nextInt(most + 1), random);
            TreeSet<Integer> replaced = chosen(present, random.nextInt(most + 1), random);
            replaced.removeAll(removed);
            int added = random.nextInt(random.nextInt(4) == 0 ? 2 * most + 70 : 4);
            int[] changed = new int[replaced.size() + added];
            int next = 0;
            for (int row : replaced) {
                changed[next++] = row;
            }
            for (int i = 0; i < added; i++) {
                changed[next++] = end++;
            }
            List<E> values = source.list(changed.length, random.nextInt(3) * 20, spreads);
            removed.forEach(rows::remove);
            for (int i = 0; i < changed.length; i++) {
                rows.put(changed[i], values.get(i));
            }
            changes.add(new Change<>(
                    changed,
                    values,
                    removed.stream().mapToInt(Integer::intValue).toArray()));
            versions.add(List.copyOf(rows.values()));
        }
    }

    static <E> RandomHistory<E> none(List<E> entities) {
        return new RandomHistory<>(entities);
    }

    private static TreeSet<Integer> chosen(List<Integer> rows, int count, RandomGenerator random) {
        TreeSet<Integer> chosen = new TreeSet<>();
        int from = rows.isEmpty() ? 0 : random.nextInt(rows.size());
        boolean clustered = random.nextBoolean();
        for (int i = 0; i < count; i++) {
            chosen.add(rows.get(clustered ? (from + i) % rows.size() : random.nextInt(rows.size())));
        }
        return chosen;
    }

    /** Returns the number of changes. */
    int size() {
        return changes.size();
    }

    /** Returns the rows before all changes and after each change. */
    List<List<E>> versions() {
        return versions;
    }

    /** Returns the ids of the rows that a change has replaced, added or removed, in ascending order. */
    int[] rows(int change) {
        Change<E> of = changes.get(change);
        return IntStream.concat(Arrays.stream(of.changed), Arrays.stream(of.removed))
                .sorted()
                .toArray();
    }

    /** Applies all changes in order. Returns the table before all changes and after each change. */
    List<TableStore<E>> apply(TableStore<E> table, Edit<E> edit) {
        List<TableStore<E>> tables = new ArrayList<>(List.of(table));
        for (Change<E> change : changes) {
            tables.add(edit.apply(tables.getLast(), change.changed, change.values, change.removed));
        }
        return tables;
    }
}
