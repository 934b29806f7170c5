package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.entity.MappedSchema;

/**
 * Verifies lambdas that run again: with other captured values, over later versions, over two tables, and on several
 * threads. A table keeps the filters of lambdas, and must not mistake one for another.
 */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class RepeatedLambdasTest {
    private static final int ROWS = 300;

    interface Sized {
        @Nullable
        Integer size();
    }

    record Box(int id, @Nullable Integer size, String kind, BigDecimal price) implements Sized {}

    record Crate(int id, @Nullable Integer size) implements Sized {}

    @SuppressWarnings("NullAway.Init")
    private MappedSchema schema;

    @BeforeEach
    void create() throws SQLException {
        schema = new MappedSchema(
                "speedwell_test_repeated",
                "CREATE TABLE box (id INT PRIMARY KEY, size INT, kind VARCHAR(9) COLLATE utf8mb4_bin NOT NULL,"
                        + " price DECIMAL(6, 2) NOT NULL, KEY (size), KEY (kind))",
                "CREATE TABLE crate (id INT PRIMARY KEY, size INT)");
        Random random = new Random(11);
        try (Connection connection = schema.connect();
                PreparedStatement box = connection.prepareStatement("INSERT INTO box VALUES (?, ?, ?, ?)");
                PreparedStatement crate = connection.prepareStatement("INSERT INTO crate VALUES (?, ?)")) {
            for (int row = 0; row < ROWS; row++) {
                box.setInt(1, row);
                box.setObject(2, random.nextInt(6) == 0 ? null : random.nextInt(20));
                box.setString(3, "k" + random.nextInt(5));
                box.setBigDecimal(4, BigDecimal.valueOf(random.nextInt(500), 2));
                box.addBatch();
                crate.setInt(1, row);
                crate.setObject(2, random.nextInt(3) == 0 ? null : random.nextInt(5));
                crate.addBatch();
            }
            box.executeBatch();
            crate.executeBatch();
        }
    }

    @AfterEach
    void drop() throws SQLException {
        schema.close();
    }

    private MemoryStore open() {
        return MemoryStore.builder(schema.dataSource())
                .tables(Box.class, Crate.class)
                .open();
    }

    /** Returns the answers of the same lambdas for captured values. */
    private static List<Object> answers(Stream<Box>[] boxes, Random random) {
        int size = random.nextInt(-1, 21);
        String kind = "k" + random.nextInt(6);
        Object same = random.nextBoolean() ? kind : size; // equals() of another class
        BigDecimal price = new BigDecimal(random.nextBoolean() ? "2.5" : "2.50");
        Set<Integer> sizes = random.ints(3, 0, 20).boxed().collect(Collectors.toUnmodifiableSet());
        Integer boxed = random.nextInt(4) == 0 ? null : size;
        return List.of(
                boxes[0].filter(box -> box.size() != null && box.size() > size).count(),
                boxes[1].filter(box -> box.kind().equals(kind)).count(),
                boxes[2].filter(box -> box.kind().equals(same)).count(),
                boxes[3].filter(box -> box.price().equals(price)).count(),
                boxes[4].filter(box -> box.size() != null && sizes.contains(box.size()))
                        .map(Box::id)
                        .toList(),
                boxes[5].filter(box -> Objects.equals(box.size(), boxed)).count(),
                boxes[6].filter(box -> box.size() != null && (box.size() < 3 || box.size() > 17))
                        .mapToInt(Box::id)
                        .sum(),
                boxes[7].sorted(Comparator.comparing(Box::kind).reversed().thenComparing(Box::id))
                        .map(Box::id)
                        .limit(20)
                        .toList(),
                boxes[8].anyMatch(box -> box.kind().equals(kind) && box.id() > 100 + size),
                boxes[9].filter(box -> box.id() == size)
                        .findFirst()
                        .map(Box::kind)
                        .orElse("none"));
    }

    @SuppressWarnings("unchecked") // Java has no generic arrays
    private static void assertAnswers(MemoryStore store, List<Box> list, long seed) {
        Stream<Box>[] ofStore = new Stream[10];
        Stream<Box>[] ofList = new Stream[10];
        for (int i = 0; i < ofStore.length; i++) {
            ofStore[i] = store.stream(Box.class);
            ofList[i] = list.stream();
        }
        assertThat(answers(ofStore, new Random(seed))).as("seed %d", seed).isEqualTo(answers(ofList, new Random(seed)));
    }

    private static <E extends Sized> long large(Stream<E> all, int least) {
        return all.filter(one -> one.size() != null && one.size() >= least).count();
    }

    @Test
    void capturedValuesAndVersionsDecide() throws SQLException {
        try (MemoryStore store = open()) {
            for (int version = 0; version < 5; version++) {
                List<Box> boxes = store.stream(Box.class).toList();
                List<Crate> crates = store.stream(Crate.class).toList();
                for (int seed = 0; seed < 40; seed++) {
                    assertAnswers(store, boxes, seed);
                    assertThat(large(store.stream(Box.class), seed % 9)).isEqualTo(large(boxes.stream(), seed % 9));
                    assertThat(large(store.stream(Crate.class), seed % 9)).isEqualTo(large(crates.stream(), seed % 9));
                }
                schema.execute(
                        "UPDATE box SET size = " + (version % 2 == 0 ? "NULL" : "19") + " WHERE id % 5 = " + version,
                        "UPDATE box SET kind = 'k" + version + "', price = 2.5 WHERE id % 7 = " + version,
                        "DELETE FROM crate WHERE id % 11 = " + version);
                store.reload();
            }
        }
    }

    @Test
    void threadsShareFilters() throws Exception {
        try (MemoryStore store = open();
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Box> boxes = store.stream(Box.class).toList();
            List<Future<?>> runs = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Callable<@Nullable Void> run = () -> {
                    for (int seed = 0; seed < 100; seed++) {
                        assertAnswers(store, boxes, seed);
                    }
                    return null;
                };
                runs.add(threads.submit(run));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        }
    }
}
