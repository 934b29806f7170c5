package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import com.speedment.runtime.field.trait.HasStringOperators;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.sakila.AddressManager;
import org.speedwell.sakila.CityManager;
import org.speedwell.sakila.CustomerManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Compares random pipelines over Sakila in memory with the same pipelines over SQL, for operations that mean the same
 * in SQL. {@code -Dspeedwell.sqlPipelines=N} sets their number, {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
@Tag("database")
class SqlOracleTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.sqlPipelines", 300);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_121);
    private static final String SCHEMA = "speedwell_test_sakila_oracle";
    private static final Database DATABASE = Database.forTests();

    private static Speedment memory;
    private static Speedment sql;

    @BeforeAll
    static void load() throws SQLException {
        Sakila.scale(1).loadIfAbsent(DATABASE, SCHEMA, Progress.none());
        memory = SakilaApp.of(DATABASE, SCHEMA).withBundle(InMemoryBundle.class).build();
        sql = SakilaApp.of(DATABASE, SCHEMA).build();
        memory.getOrThrow(DataStoreComponent.class).load();
    }

    @AfterAll
    static void stop() throws SQLException {
        memory.stop();
        sql.stop();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void pipelinesEqualSql() {
        System.out.printf("%,d pipelines against SQL from seed %d%n", PIPELINES, SEED);
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            switch (random.nextInt(6)) {
                case 0 -> check(AddressManager.class, seed, random);
                case 1 -> check(CityManager.class, seed, random);
                case 2 -> check(CustomerManager.class, seed, random);
                case 3 -> check(InventoryManager.class, seed, random);
                default -> check(FilmManager.class, seed, random);
            }
        }
    }

    private static <E, M extends Manager<E>> void check(Class<M> type, long seed, SplittableRandom random) {
        M inMemory = memory.getOrThrow(type);
        List<E> entities = inMemory.stream().toList();
        Pipeline<E> pipeline = new Pipelines<>(inMemory, entities, random).next();

        assertThat(pipeline.run.apply(inMemory.stream()))
                .as("seed %d: %s over %s", seed, pipeline.description, type.getSimpleName())
                .isEqualTo(pipeline.run.apply(sql.getOrThrow(type).stream()));
    }

    private record Pipeline<E>(String description, Function<Stream<E>, @Nullable Object> run) {}

    /** A generator of pipelines whose result SQL defines completely: every order ends with the primary key. */
    private static final class Pipelines<E> {
        private final List<HasComparableOperators<E, ?>> fields = new ArrayList<>();
        private final HasComparableOperators<E, ?> key;
        private final List<E> entities;
        private final SplittableRandom random;

        Pipelines(Manager<E> manager, List<E> entities, SplittableRandom random) {
            this.entities = entities;
            this.random = random;
            manager.fields().forEach(field -> {
                if (field instanceof HasComparableOperators<?, ?>) {
                    @SuppressWarnings("unchecked") // a field of this table
                    HasComparableOperators<E, ?> comparable = (HasComparableOperators<E, ?>) field;
                    fields.add(comparable);
                }
            });
            this.key = fields.getFirst();
        }

        Pipeline<E> next() {
            List<String> words = new ArrayList<>();
            List<Function<Stream<E>, Stream<E>>> operations = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                SpeedmentPredicate<E> predicate = predicate(2);
                words.add("filter " + predicate);
                operations.add(stream -> stream.filter(predicate));
            }
            // SQL sorts null before all other values
            List<HasComparableOperators<E, ?>> withoutNulls =
                    fields.stream().filter(field -> !hasNulls(field)).toList();
            Comparator<E> order = pick(withoutNulls).comparator().thenComparing(key.comparator());
            if (random.nextBoolean()) {
                words.add("sorted " + order);
                operations.add(stream -> stream.sorted(order));
                int skip = random.nextInt(30);
                int limit = random.nextInt(60);
                if (random.nextBoolean()) {
                    words.add("skip %d limit %d".formatted(skip, limit));
                    operations.add(stream -> stream.skip(skip).limit(limit));
                }
            } else {
                operations.add(stream -> stream.sorted(key.comparator()));
            }
            int terminal = random.nextInt(3);
            words.add("terminal " + terminal);
            return new Pipeline<>(String.join(", ", words), stream -> {
                Stream<E> current = stream;
                for (Function<Stream<E>, Stream<E>> operation : operations) {
                    current = operation.apply(current);
                }
                return switch (terminal) {
                    case 0 -> current.count();
                    case 1 -> current.findFirst().map(this::key);
                    default -> current.map(this::key).toList();
                };
            });
        }

        private @Nullable Object key(E entity) {
            return key.getter().apply(entity);
        }

        private SpeedmentPredicate<E> predicate(int depth) {
            if (depth > 0 && random.nextInt(3) == 0) {
                SpeedmentPredicate<E> left = predicate(depth - 1);
                SpeedmentPredicate<E> right = predicate(depth - 1);
                return random.nextBoolean() ? left.and(right) : left.or(right);
            }
            return leaf(pick(fields));
        }

        private <V extends Comparable<? super V>> SpeedmentPredicate<E> leaf(HasComparableOperators<E, V> field) {
            V a = value(field);
            V b = value(field);
            if (a == null || b == null || field instanceof HasReferenceOperators<?> && random.nextInt(8) == 0) {
                @SuppressWarnings("unchecked") // a field that may be null
                HasReferenceOperators<E> reference = (HasReferenceOperators<E>) field;
                return random.nextBoolean() ? reference.isNull() : reference.isNotNull();
            }
            if (a instanceof String text && random.nextBoolean()) {
                @SuppressWarnings("unchecked") // a field of strings
                HasStringOperators<E> strings = (HasStringOperators<E>) field;
                return strings(strings, text, random.nextInt(hasNulls(field) ? 7 : 11));
            }
            if (!hasNulls(field) && random.nextInt(5) == 0) { // SQL treats the negation of null differently
                return random.nextBoolean() && !(a instanceof BigDecimal)
                        ? field.notIn(Set.of(a))
                        : field.notBetween(a, b, Inclusion.START_INCLUSIVE_END_INCLUSIVE);
            }
            // 2.0 and 2.00 are equal in SQL, but not as BigDecimal: only the order of decimals is the same
            return switch (random.nextInt(a instanceof BigDecimal ? 4 : 9)) {
                case 0 -> field.lessThan(a);
                case 1 -> field.greaterOrEqual(a);
                case 2 -> field.greaterThan(a);
                case 3 -> field.between(a, b, Inclusion.START_INCLUSIVE_END_INCLUSIVE);
                case 4 -> field.between(a, b);
                case 5 -> field.notEqual(a);
                case 6 -> field.in(Set.of(a));
                case 7 -> field.lessOrEqual(b);
                default -> field.equal(a);
            };
        }

        private SpeedmentPredicate<E> strings(HasStringOperators<E> field, String text, int which) {
            String start = text.substring(0, Math.min(text.length(), 2));
            String end = text.substring(Math.max(0, text.length() - 2));
            return switch (which) {
                case 0 -> field.startsWith(start);
                case 1 -> field.contains(start);
                case 2 -> field.endsWith(end);
                case 3 -> field.startsWithIgnoreCase(start.toLowerCase(Locale.ROOT));
                case 4 -> field.containsIgnoreCase(end.toLowerCase(Locale.ROOT));
                case 5 -> field.endsWithIgnoreCase(end.toUpperCase(Locale.ROOT));
                case 6 -> field.equalIgnoreCase(text.toLowerCase(Locale.ROOT));
                case 7 -> field.notStartsWith(start);
                case 8 -> field.notContains(end);
                case 9 -> field.notEndsWith(end);
                default -> field.notEqualIgnoreCase(text.toUpperCase(Locale.ROOT));
            };
        }

        private boolean hasNulls(HasComparableOperators<E, ?> field) {
            return entities.stream().anyMatch(entity -> field.getter().apply(entity) == null);
        }

        @SuppressWarnings("unchecked") // the type of the field's values
        private <V extends Comparable<? super V>> @Nullable V value(HasComparableOperators<E, V> field) {
            return (V) field.getter().apply(entities.get(random.nextInt(entities.size())));
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }
    }
}
