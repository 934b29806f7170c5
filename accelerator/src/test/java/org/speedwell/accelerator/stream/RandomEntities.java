package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.typemapper.TypeMapper;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import javax.sql.rowset.serial.SerialBlob;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.load.EntityTable;

/**
 * Random entities of one table: the values of each field come from a small pool, so that many are equal, with the
 * extremes of the type in it.
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
            List<Object> pool = new ArrayList<>();
            for (int i = 0; i < POOL; i++) {
                pool.add(value(field));
            }
            pools.put(field, pool);
        });
    }

    /** Values of the same pools, chosen by another generator. */
    RandomEntities(RandomEntities<E> source, RandomGenerator random) {
        this.manager = source.manager;
        this.shape = source.shape;
        this.random = random;
        this.pools = source.pools;
    }

    /** Entities in which a nullable field is NULL with a chance of {@code nulls} percent. */
    public List<E> list(int size, int nulls) {
        List<E> entities = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            E entity = manager.create();
            manager.fields().forEach(field -> {
                if (!shape.isNullable(field) || random.nextInt(100) >= nulls) {
                    field.setter().set(entity, pick(pool(field)));
                }
            });
            entities.add(entity);
        }
        return entities;
    }

    /** A value of the field's kind: one of its pool, or another, or an awkward one. */
    Object operand(Field<?> field) {
        List<Object> awkward = random.nextInt(8) == 0 ? AwkwardValues.of(shape.valueClass(field)) : List.of();
        if (!awkward.isEmpty()) {
            return pick(awkward);
        }
        return random.nextInt(4) == 0 ? value(field) : pick(pool(field));
    }

    private List<Object> pool(Field<?> field) {
        return requireNonNull(pools.get(field));
    }

    /** A value in a form that {@code equals} compares by content. */
    public static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> Arrays.toString(bytes);
            case Blob blob -> {
                try {
                    yield blob.length() == 0 ? "[]" : Arrays.toString(blob.getBytes(1, (int) blob.length()));
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
            case null, default -> value;
        };
    }

    /** Of a field with a type mapper, one that comes back from the database as it went there. */
    @SuppressWarnings("unchecked") // the mapper is the field's
    private Object value(Field<?> field) {
        Function<@Nullable Object, @Nullable Object> mapper = shape.mapper(field);
        if (mapper == null) {
            return value(shape.valueClass(field));
        }
        TypeMapper<Object, Object> back = (TypeMapper<Object, Object>) field.typeMapper();
        while (true) {
            Object value = mapper.apply(databaseValue(field, shape.databaseClass(field)));
            if (value != null && Objects.equals(plain(value), plain(mapper.apply(back.toDatabaseType(value))))) {
                return value;
            }
        }
    }

    private Object databaseValue(Field<?> field, Class<?> type) {
        Class<?> valueClass = shape.valueClass(field);
        if (valueClass == UUID.class) {
            byte[] uuid = new byte[16];
            random.nextBytes(uuid);
            Arrays.fill(uuid, 1, 15, (byte) 0);
            return uuid;
        }
        if (type == Blob.class) {
            return blob(new byte[] {(byte) random.nextInt(), 1}); // the JDK's does not give the bytes of an empty one
        }
        if (valueClass == BigInteger.class) {
            return BigInteger.valueOf(random.nextInt(2_000) - 1_000).toByteArray();
        }
        return valueClass == Boolean.class && type == String.class
                ? pick(List.of("Y", "n", "yes", "NO", ""))
                : value(type);
    }

    private Object value(Class<?> type) {
        if (type.isEnum()) {
            return pick(List.of(type.getEnumConstants()));
        }
        long wide = random.nextInt(6) == 0 ? random.nextLong() : random.nextInt(200) - 40;
        return switch (type.getSimpleName()) {
            case "Boolean" -> random.nextBoolean();
            case "Byte" -> random.nextInt(5) == 0 ? pick(List.of(Byte.MIN_VALUE, Byte.MAX_VALUE)) : (byte) wide;
            case "Short" -> random.nextInt(5) == 0 ? pick(List.of(Short.MIN_VALUE, Short.MAX_VALUE)) : (short) wide;
            case "Integer" -> random.nextInt(5) == 0 ? pick(List.of(Integer.MIN_VALUE, Integer.MAX_VALUE)) : (int) wide;
            case "Long" -> random.nextInt(5) == 0 ? pick(List.of(Long.MIN_VALUE, Long.MAX_VALUE)) : wide;
            case "BigInteger" -> new BigInteger(1 + random.nextInt(64), new java.util.Random(random.nextLong()));
            case "Float" -> random.nextInt(5) == 0 ? pick(List.of(-0f, 0f, -Float.MAX_VALUE)) : wide / 8f;
            case "Double" -> random.nextInt(5) == 0 ? pick(List.of(-0d, 0d, Double.MIN_VALUE)) : wide / 8d;
            case "BigDecimal" -> BigDecimal.valueOf(random.nextInt(2000) - 300, shape.scale());
            case "Timestamp" -> timestamp(wide);
            case "Date" -> new Date(wide % 40_000 * 86_400_000L);
            case "Time" -> new Time(Math.floorMod(wide, 86_400) * 1000L);
            case "String" -> text();
            case "Blob" -> blob(bytes());
            default -> bytes();
        };
    }

    private static Timestamp timestamp(long wide) {
        Timestamp timestamp = new Timestamp(wide % 4_000_000_000L * 1000);
        timestamp.setNanos((int) Math.floorMod(wide, 1_000_000L) * 1000);
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
