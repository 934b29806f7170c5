package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.typemapper.TypeMapper;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javax.sql.rowset.serial.SerialBlob;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.EntityTable;

/**
 * Random entities of one table. The values of each field come from a small pool, so that many are equal. The pool has
 * extremes of the type.
 */
public final class RandomEntities<E> {
    private static final int POOL = 24;

    private final Manager<E> manager;
    private final EntityTable.Shape shape;
    private final RandomGenerator random;
    private final Map<Field<?>, List<Object>> pools;

    public RandomEntities(Manager<E> manager, EntityTable.Shape shape, RandomGenerator random) {
        this.manager = manager;
        this.shape = shape;
        this.random = random;
        this.pools = new HashMap<>();
        manager.fields().forEach(field -> {
            Breadth breadth = random.nextBoolean() ? Breadth.ANY : Breadth.NARROW;
            List<Object> pool = new ArrayList<>();
            for (int i = 0; i < POOL; i++) {
                pool.add(value(field, breadth));
            }
            pools.put(field, pool);
        });
    }

    /** Creates a source whose operands come from the values of existing entities. */
    RandomEntities(Manager<E> manager, EntityTable.Shape shape, List<E> entities, RandomGenerator random) {
        this(manager, shape, random);
        manager.fields().forEach(field -> {
            List<Object> pool = new ArrayList<>();
            for (int i = 0; i < POOL && !entities.isEmpty(); i++) {
                Object value = field.getter().apply(pick(entities));
                if (value != null) {
                    pool.add(value);
                }
            }
            if (!pool.isEmpty()) {
                pools.put(field, pool);
            }
        });
    }

    /** Creates a source with the same pools and another random generator. */
    RandomEntities(RandomEntities<E> source, RandomGenerator random) {
        this.manager = source.manager;
        this.shape = source.shape;
        this.random = random;
        this.pools = source.pools;
    }

    Manager<E> manager() {
        return manager;
    }

    EntityTable.Shape shape() {
        return shape;
    }

    /** The range of numbers and times. */
    private enum Breadth {
        /** About two hundred steps. */
        NARROW,
        /** Mostly a narrow range; some values have all bits or are extremes of the type. */
        ANY,
        WIDE
    }

    /** The distribution of the values of a field over the rows of a table. Only nullable fields have NULL. */
    enum Spread {
        /** Any value of the pool in each row. */
        MIXED,
        /** One value of the pool after another, each for a run of rows. NULL has a run of its own. */
        CLUSTERED,
        /** The smallest value first, if values are comparable. */
        SORTED,
        /** Each value is larger by one, if they are whole numbers; otherwise sorted. */
        SERIAL,
        /** Mostly distinct values: numbers that use all bits. */
        WIDE,
        /** The same value in all rows. */
        CONSTANT,
        /** NULL in all but a few rows. */
        SPARSE,
        /** NULL in all rows. */
        EMPTY
    }

    /** Returns entities in which a nullable field is NULL with a probability of {@code nulls} percent. */
    public List<E> list(int size, int nulls) {
        return list(size, nulls, Collections.nCopies((int) manager.fields().count(), Spread.MIXED));
    }

    /** Returns entities with a given distribution for each field. Later operands come from their values. */
    List<E> list(int size, int nulls, List<Spread> spreads) {
        List<Field<E>> fields = manager.fields().toList();
        List<E> entities = Stream.generate(manager::create).limit(size).toList();
        for (int i = 0; i < fields.size(); i++) {
            List<@Nullable Object> values = values(fields.get(i), spreads.get(i), size, nulls);
            for (int row = 0; row < size; row++) {
                Object value = values.get(row);
                if (value != null) {
                    fields.get(i).setter().set(entities.get(row), own(value));
                }
            }
        }
        return entities;
    }

    private List<@Nullable Object> values(Field<E> field, Spread spread, int size, int nulls) {
        List<@Nullable Object> values = new ArrayList<>(size);
        Breadth breadth = spread != Spread.WIDE && random.nextBoolean() ? Breadth.NARROW : Breadth.WIDE;
        for (int row = 0; row < size; row++) {
            values.add(value(field, spread, breadth, row, size));
        }
        if ((spread == Spread.SORTED || spread == Spread.SERIAL)
                && values.stream().allMatch(Comparable.class::isInstance)) {
            values.sort(null);
        }
        if (size > 0) {
            pools.put(
                    field,
                    Stream.generate(() -> requireNonNull(pick(values)))
                            .limit(POOL)
                            .toList());
        }
        if (shape.isNullable(field)) {
            int chance = spread == Spread.EMPTY ? 100 : spread == Spread.SPARSE ? 98 : nulls;
            int run = spread == Spread.CLUSTERED ? size / POOL + 1 : 1;
            for (int row = 0; row < size; row += run) {
                if (random.nextInt(100) < chance) {
                    Collections.fill(values.subList(row, Math.min(size, row + run)), null);
                }
            }
        }
        return values;
    }

    private Object value(Field<E> field, Spread spread, Breadth breadth, int row, int size) {
        List<Object> pool = pool(field);
        return switch (spread) {
            case CLUSTERED -> pool.get((int) ((long) row * POOL / size));
            case CONSTANT -> pool.getFirst();
            case SORTED, WIDE -> value(field, breadth);
            case SERIAL -> {
                Class<?> type = shape.mapper(field) == null ? shape.valueClass(field) : Object.class;
                yield type == Integer.class ? row + 1 : type == Long.class ? row + 1L : value(field, breadth);
            }
            default -> pick(pool);
        };
    }

    /**
     * Returns a copy of bytes, so that rows do not share arrays. Values that come from a database do not share them
     * either.
     */
    private static Object own(Object value) {
        return switch (value) {
            case byte[] bytes -> bytes.clone();
            case SerialBlob blob -> blob.clone();
            default -> value;
        };
    }

    /** Returns a value of the field's kind: from its pool, another one, or an awkward one. */
    Object operand(Field<?> field) {
        List<Object> awkward = random.nextInt(8) == 0 ? AwkwardValues.of(shape.valueClass(field)) : List.of();
        if (!awkward.isEmpty()) {
            return pick(awkward);
        }
        return random.nextInt(4) == 0 ? value(field, Breadth.ANY) : pick(pool(field));
    }

    private List<Object> pool(Field<?> field) {
        return requireNonNull(pools.get(field));
    }

    /** Returns a value in a form that {@code equals} compares by content. */
    public static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> text(bytes);
            case Blob blob -> {
                try {
                    yield blob.length() == 0 ? "" : text(blob.getBytes(1, (int) blob.length()));
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
            case null, default -> value;
        };
    }

    /** Returns one character for each byte. Large values are compared often, and this is fast. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Returns a value of a field. With a type mapper, the value survives the way to the database and back. */
    @SuppressWarnings("unchecked") // the mapper is the field's
    private Object value(Field<?> field, Breadth breadth) {
        Function<@Nullable Object, @Nullable Object> mapper = shape.mapper(field);
        if (mapper == null) {
            return value(shape.valueClass(field), breadth);
        }
        TypeMapper<Object, Object> back = (TypeMapper<Object, Object>) field.typeMapper();
        while (true) {
            Object value = mapper.apply(databaseValue(field, shape.databaseClass(field), breadth));
            if (value != null && Objects.equals(plain(value), plain(mapper.apply(back.toDatabaseType(value))))) {
                return value;
            }
        }
    }

    private Object databaseValue(Field<?> field, Class<?> type, Breadth breadth) {
        Class<?> valueClass = shape.valueClass(field);
        if (valueClass == UUID.class) {
            byte[] uuid = new byte[16];
            random.nextBytes(uuid);
            Arrays.fill(uuid, 1, 15, (byte) 0);
            return uuid;
        }
        if (type == Blob.class) {
            return blob(new byte[] {(byte) random.nextInt(), 1}); // the JDK's blob refuses to read an empty value
        }
        if (valueClass == BigInteger.class) {
            return BigInteger.valueOf(random.nextInt(2_000) - 1_000).toByteArray();
        }
        return valueClass == Boolean.class && type == String.class
                ? pick(List.of("Y", "n", "yes", "NO", ""))
                : value(type, breadth);
    }

    private Object value(Class<?> type, Breadth breadth) {
        if (type.isEnum()) {
            return pick(List.of(type.getEnumConstants()));
        }
        boolean isWide = breadth == Breadth.WIDE || breadth == Breadth.ANY && random.nextInt(6) == 0;
        boolean isExtreme = breadth != Breadth.NARROW && random.nextInt(5) == 0;
        long number = isWide ? random.nextLong() : random.nextInt(200) - 40;
        return switch (type.getSimpleName()) {
            case "Boolean" -> random.nextBoolean();
            case "Byte" -> isExtreme ? pick(List.of(Byte.MIN_VALUE, Byte.MAX_VALUE)) : (byte) number;
            case "Short" -> isExtreme ? pick(List.of(Short.MIN_VALUE, Short.MAX_VALUE)) : (short) number;
            case "Integer" -> isExtreme ? pick(List.of(Integer.MIN_VALUE, Integer.MAX_VALUE)) : (int) number;
            case "Long" -> isExtreme ? pick(List.of(Long.MIN_VALUE, Long.MAX_VALUE)) : number;
            case "BigInteger" -> new BigInteger(1 + random.nextInt(64), new java.util.Random(random.nextLong()));
            case "Float" -> isExtreme ? pick(List.of(-0f, 0f, -Float.MAX_VALUE)) : number / 8f;
            case "Double" -> isExtreme ? pick(List.of(-0d, 0d, Double.MIN_VALUE)) : number / 8d;
            case "BigDecimal" ->
                BigDecimal.valueOf(isWide ? random.nextInt() : random.nextInt(2000) - 300, shape.scale());
            case "Timestamp" -> timestamp(number);
            case "Date" -> new Date(number % 40_000 * 86_400_000L);
            case "Time" -> new Time(Math.floorMod(number, 86_400) * 1000L);
            case "String" -> text();
            case "Blob" -> blob(bytes());
            default -> bytes();
        };
    }

    private static Timestamp timestamp(long number) {
        Timestamp timestamp = new Timestamp(number % 4_000_000_000L * 1000);
        timestamp.setNanos((int) Math.floorMod(number, 1_000_000L) * 1000);
        return timestamp;
    }

    private String text() {
        String letters = "aAbBzZ 1_%ßéŁ\u0000\uFFFD\uD83D\uDE00\uE000";
        int[] points = letters.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Blob blob(byte[] bytes) {
        try {
            return new SerialBlob(bytes);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T pick(List<? extends T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
