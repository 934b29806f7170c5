package org.speedwell.streaming.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the formats of Avro. */
@Tag("oracle")
class AvroTest {
    private static final Schema FIRST = SchemaBuilder.record("Click")
            .namespace("shop")
            .fields()
            .requiredString("country")
            .requiredInt("old")
            .endRecord();
    private static final Schema SECOND = SchemaBuilder.record("Click")
            .namespace("shop")
            .fields()
            .requiredString("country")
            .name("time")
            .type()
            .longType()
            .longDefault(7)
            .endRecord();

    /** A schema of all types. */
    private static final Schema ORDER = new Schema.Parser().parse("""
            {"type": "record", "name": "Order", "fields": [
              {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
              {"name": "number", "type": "int"},
              {"name": "wide", "type": "int"},
              {"name": "total", "type": ["null", "long"], "default": null},
              {"name": "share", "type": "float"},
              {"name": "weight", "type": ["double", "null"]},
              {"name": "paid", "type": "boolean"},
              {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["OPEN", "DONE"]}},
              {"name": "place", "type": ["null", {"type": "record", "name": "Place", "fields": [
                {"name": "city", "type": "string"}]}]},
              {"name": "tags", "type": {"type": "array", "items": ["null", "string"]}},
              {"name": "places", "type": {"type": "map", "values": "Place"}},
              {"name": "image", "type": "bytes"},
              {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 4}},
              {"name": "day", "type": {"type": "int", "logicalType": "date"}},
              {"name": "at", "type": ["null", {"type": "long", "logicalType": "timestamp-millis"}]},
              {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}]}
            """);

    private final Random random = new Random(Long.getLong("speedwell.seed", System.nanoTime()));

    private record Click(String country, long time) {}

    private enum State {
        OPEN,
        DONE
    }

    private record Place(String city) {}

    private record Order(
            UUID id,
            int number,
            long wide,
            @Nullable Long total,
            float share,
            @Nullable Double weight,
            boolean paid,
            State state,
            @Nullable Place place,
            List<@Nullable String> tags,
            Map<String, Place> places,
            byte[] image,
            byte[] hash,
            LocalDate day,
            @Nullable Instant at,
            BigDecimal price) {}

    private Order order() {
        byte[] hash = new byte[4];
        byte[] image = new byte[random.nextInt(5)];
        random.nextBytes(hash);
        random.nextBytes(image);
        return new Order(
                new UUID(random.nextLong(), random.nextLong()),
                random.nextInt(),
                random.nextInt(),
                random.nextBoolean() ? null : random.nextLong(),
                random.nextFloat(),
                random.nextBoolean() ? null : random.nextDouble(),
                random.nextBoolean(),
                State.values()[random.nextInt(2)],
                random.nextBoolean() ? null : new Place("Zürich"),
                Arrays.asList(random.nextBoolean() ? null : "a", "b"),
                Map.of("x" + random.nextInt(3), new Place("y")),
                image,
                hash,
                LocalDate.ofEpochDay(random.nextInt(40_000)),
                random.nextBoolean() ? null : Instant.ofEpochMilli(random.nextLong(1L << 41)),
                BigDecimal.valueOf(random.nextInt(1_000_000), 2));
    }

    private static <T> byte[] bytes(AvroSerializer<T> serializer, T value) {
        return requireNonNull(serializer.serialize("topic", value));
    }

    /** Verifies the way to Avro by the way back, and by generic records that Avro itself compares. */
    @RepeatedTest(50)
    void recordsOfAllTypesComeBack() {
        Order order = order();
        byte[] bytes = bytes(AvroSerializer.of(ORDER).as(Order.class), order);
        Order back = AvroDeserializer.of(ORDER).as(Order.class).deserialize("orders", bytes);
        assertThat(back).usingRecursiveComparison().isEqualTo(order);
        GenericRecord generic = AvroDeserializer.of(ORDER).deserialize("orders", bytes);
        assertThat(AvroSerializer.of(ORDER).serialize("orders", generic)).isEqualTo(bytes);
        byte[] plain = bytes(AvroSerializer.ofPlain(ORDER).as(Order.class), order);
        assertThat(plain).isEqualTo(Arrays.copyOfRange(bytes, 10, bytes.length));
        GenericRecord same =
                requireNonNull(AvroDeserializer.ofPlain(ORDER, ORDER).deserialize("orders", plain));
        assertThat(bytes(AvroSerializer.of(ORDER), same)).isEqualTo(bytes);
    }

    private static byte[] writtenByAvro(GenericRecord record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static GenericRecord first(String country, int old) {
        return new GenericRecordBuilder(FIRST)
                .set("country", country)
                .set("old", old)
                .build();
    }

    @Test
    void recordsOfAnEarlierSchemaGetDefaults() throws IOException {
        AvroDeserializer<Click> clicks =
                AvroDeserializer.of(SECOND).as(Click.class).withWriters(FIRST);
        byte[] before = bytes(AvroSerializer.of(FIRST), first("FR", 3));
        byte[] after = bytes(AvroSerializer.of(SECOND).as(Click.class), new Click("DE", 9));
        assertThat(clicks.deserialize("clicks", before)).isEqualTo(new Click("FR", 7));
        assertThat(clicks.deserialize("clicks", after)).isEqualTo(new Click("DE", 9));
        assertThat(AvroDeserializer.ofPlain(FIRST, SECOND)
                        .as(Click.class)
                        .deserialize("clicks", writtenByAvro(first("IT", 4))))
                .isEqualTo(new Click("IT", 7));
    }

    /** A record with fewer components than the schema has fields. */
    private record Country(String country) {}

    @Test
    void fieldsWithoutComponentGetDefaults() {
        byte[] bytes = bytes(AvroSerializer.of(SECOND).as(Country.class), new Country("FR"));
        assertThat(AvroDeserializer.of(SECOND).as(Click.class).deserialize("clicks", bytes))
                .isEqualTo(new Click("FR", 7));
        assertThat(AvroDeserializer.of(SECOND).as(Country.class).deserialize("clicks", bytes))
                .isEqualTo(new Country("FR"));
    }

    @Test
    void valuesWithoutBytesAreNull() {
        assertThat(AvroDeserializer.of(FIRST).deserialize("clicks", null)).isNull();
        assertThat(AvroSerializer.of(FIRST).serialize("clicks", null)).isNull();
    }

    @Test
    void bytesOfAnotherFormAreRejected() {
        AvroDeserializer<GenericRecord> clicks = AvroDeserializer.of(SECOND);
        byte[] unknown = bytes(AvroSerializer.of(FIRST), first("FR", 3));
        assertThatThrownBy(() -> clicks.deserialize("clicks", unknown)).hasMessageContaining("withWriters");
        assertThatThrownBy(() -> clicks.deserialize("clicks", "{\"country\":1}".getBytes(UTF_8)))
                .hasMessageContaining("topic clicks is not Avro with schema shop.Click")
                .hasMessageContaining("ofPlain");
        assertThatThrownBy(() -> clicks.deserialize("clicks", new byte[] {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}))
                .hasMessageContaining("schema registry");
        byte[] right = bytes(AvroSerializer.of(SECOND).as(Click.class), new Click("FR", 1));
        assertThatThrownBy(() -> clicks.deserialize("clicks", Arrays.copyOf(right, right.length - 1)))
                .hasMessageContaining("is not Avro");
        assertThatThrownBy(() -> clicks.deserialize("clicks", Arrays.copyOf(right, right.length + 2)))
                .hasMessageContaining("2 bytes after its end");
        assertThatThrownBy(() -> AvroDeserializer.ofPlain(FIRST, SECOND).withWriters(FIRST))
                .hasMessageContaining("ofPlain");
    }

    @Test
    void bytesAtRandomAreRejectedOrRead() {
        AvroDeserializer<GenericRecord> orders = AvroDeserializer.ofPlain(ORDER, ORDER);
        byte[] right = bytes(AvroSerializer.ofPlain(ORDER).as(Order.class), order());
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = right.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(orders.deserialize("orders", damaged)).isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("topic orders");
            }
        }
    }

    private record Renamed(String land) {}

    private record Narrow(String country, int time) {}

    private record Primitive(long total) {}

    private record Dated(String day) {}

    @Test
    void classesThatDoNotFitAreNamed() {
        assertThatThrownBy(() -> AvroDeserializer.of(SECOND).as(Renamed.class))
                .hasMessageContaining("Component land of " + Renamed.class.getName() + " is not a field");
        assertThatThrownBy(() -> AvroSerializer.of(SECOND).as(Narrow.class))
                .hasMessageContaining("Component time")
                .hasMessageContaining("int, which does not fit the Avro schema");
        assertThatThrownBy(() -> AvroDeserializer.of(ORDER).as(Primitive.class)).hasMessageContaining("such as Long");
        assertThatThrownBy(() -> AvroDeserializer.of(ORDER).as(Dated.class))
                .hasMessageContaining("It needs java.time.LocalDate");
    }

    @Test
    void otherClassesLoadWithoutAvro() throws Exception {
        URL[] path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("avro"))
                .map(entry -> {
                    try {
                        return new File(entry).toURI().toURL();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toArray(URL[]::new);
        URI classes = requireNonNull(KafkaSource.class.getResource("KafkaSource.class"))
                .toURI();
        String[] names = requireNonNull(new File(classes).getParentFile().list());
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(GenericData.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
            List<String> loaded = Arrays.stream(names)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("Avro") && !name.startsWith("package"))
                    .toList();
            assertThat(loaded).hasSizeGreaterThan(30);
            for (String name : loaded) {
                String type = KafkaSource.class.getPackageName() + "." + name.replace(".class", "");
                assertThat(Class.forName(type, true, loader).getDeclaredMethods())
                        .isNotNull();
            }
        }
    }
}
