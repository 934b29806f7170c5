package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.encode.EncodedText;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.ColumnFunctions;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.RandomEntities;
import org.speedwell.hostile.HostileApplicationBuilder;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.torture.TortureApplicationBuilder;

/** Verifies how encoders are composed, where they write, and which fields and settings they refuse. */
@Tag("oracle")
@Tag("fault")
class RowEncoderTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final FilmManager FILMS = APP.getOrThrow(FilmManager.class);
    private static final List<Film> ROWS;
    private static final TableStore<Film> TABLE;

    static {
        EntityTable.Shape shape = EntityTable.Shape.of(APP, FILMS, 2);
        ROWS = new RandomEntities<>(FILMS, shape, new SplittableRandom(7)).list(3_000, 10);
        TABLE = EntityTable.of(APP, FILMS, shape, ROWS, true, 10);
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Stream<Film> films() {
        return EntityStream.of(TABLE, false);
    }

    private static Film film() {
        return FILMS.create()
                .setFilmId(7)
                .setTitle("A \"B\"")
                .setRating(Rating.PG13)
                .setLength(86);
    }

    private static String text(byte[] utf8) {
        return EncodedText.decoded(utf8);
    }

    @Test
    void oneRowIsEncoded() {
        assertThat(text(RowEncoder.json(Film.FILM_ID, Film.TITLE, Film.RATING, Film.DESCRIPTION)
                        .encode(film())))
                .isEqualTo("{\"filmId\":7,\"title\":\"A \\\"B\\\"\",\"rating\":\"PG-13\",\"description\":null}");
        assertThat(text(RowEncoder.jsonLines(Film.FILM_ID).encode(film()))).isEqualTo("{\"filmId\":7}");
        assertThat(text(RowEncoder.csv(Film.FILM_ID, Film.TITLE, Film.DESCRIPTION, Film.RATING)
                        .encode(film())))
                .isEqualTo("7,\"A \"\"B\"\"\",,PG-13");
    }

    @Test
    void severalRowsAndNoRowsAreEncoded() {
        List<Film> two = List.of(film(), film().setFilmId(8));

        assertThat(text(two.stream().collect(RowEncoder.json(Film.FILM_ID).toBytes())))
                .isEqualTo("[{\"filmId\":7},{\"filmId\":8}]");
        assertThat(text(two.stream().collect(RowEncoder.jsonLines(Film.FILM_ID).toBytes())))
                .isEqualTo("{\"filmId\":7}\n{\"filmId\":8}\n");
        assertThat(text(two.stream()
                        .collect(RowEncoder.csv(Film.FILM_ID, Film.LENGTH)
                                .separator('\t')
                                .toBytes())))
                .isEqualTo("filmId\tlength\r\n7\t86\r\n8\t86\r\n");
        for (Stream<Film> none : List.of(Stream.<Film>empty(), films().limit(0))) {
            assertThat(text(none.collect(RowEncoder.json(Film.FILM_ID).toBytes())))
                    .isEqualTo("[]");
        }
        for (Stream<Film> none : List.of(Stream.<Film>empty(), films().limit(0))) {
            assertThat(none.collect(RowEncoder.jsonLines(Film.FILM_ID).toBytes()))
                    .isEmpty();
        }
        for (Stream<Film> none : List.of(Stream.<Film>empty(), films().limit(0))) {
            assertThat(text(none.collect(
                            RowEncoder.csv(Film.FILM_ID, Film.TITLE).toBytes())))
                    .isEqualTo("filmId,title\r\n");
        }
    }

    /**
     * Compares the labels with the getters of every table of every model. The comparison ignores case and underscores,
     * because Java's keywords and characters change some names.
     */
    @Test
    void labelsAreThePropertyNames() {
        assertThat(RowEncoder.csv(FILMS).labels())
                .containsExactly(
                        "filmId",
                        "title",
                        "description",
                        "releaseYear",
                        "languageId",
                        "originalLanguageId",
                        "rentalDuration",
                        "rentalRate",
                        "length",
                        "replacementCost",
                        "rating",
                        "specialFeatures",
                        "lastUpdate");
        for (Speedment app : List.of(
                APP,
                EntityTable.offline(new TortureApplicationBuilder()),
                EntityTable.offline(new HostileApplicationBuilder()))) {
            app.getOrThrow(ManagerComponent.class).stream().forEach(RowEncoderTest::assertLabels);
            if (app != APP) {
                app.stop();
            }
        }
    }

    private static <E> void assertLabels(Manager<E> manager) {
        List<String> labels = RowEncoder.json(manager).labels();
        List<String> getters = Arrays.stream(manager.getEntityClass().getMethods())
                .map(method -> property(method.getName()))
                .toList();
        assertThat(labels).hasSize((int) manager.fields().count()).doesNotHaveDuplicates();
        for (String label : labels) {
            assertThat(getters).as(manager.getTableIdentifier().toString()).contains(property("get" + label));
        }
    }

    private static String property(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    @Test
    void fieldsAreRemovedAndPut() {
        RowEncoder<Film> encoder = RowEncoder.json(Film.FILM_ID, Film.TITLE, Film.LENGTH);

        assertThat(encoder.remove(Film.TITLE).labels()).containsExactly("filmId", "length");
        assertThat(encoder.put("name", Film.TITLE).labels()).containsExactly("filmId", "title", "length", "name");
        assertThat(text(encoder.put("title", Film.RATING).encode(film())))
                .isEqualTo("{\"filmId\":7,\"title\":\"PG-13\",\"length\":86}");
        assertThat(encoder.labels()).containsExactly("filmId", "title", "length");
        assertThatThrownBy(() -> encoder.remove(Film.RATING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column rating is not among the columns [filmId, title, length].");
        assertThatThrownBy(() -> RowEncoder.<Film>json().toBytes())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no column");
        assertThatThrownBy(() -> encoder.separator(';'))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Only CSV");
    }

    /** Covers expressions of every type that Speedment has, and nullable ones. */
    @Test
    void expressionsAndFunctionsEncodeColumnsAndEntitiesAlike() {
        RowEncoder<Film> json = RowEncoder.json(Film.FILM_ID);
        List<Expression<Film>> expressions = List.of(
                Film.FILM_ID.plus(1),
                Film.FILM_ID.asLong().multiply(1_000_000_000_000L),
                Film.FILM_ID.divide(7),
                Film.FILM_ID.asDouble().asInt(),
                Film.RENTAL_DURATION.asInt().negate(),
                Film.LENGTH.asInt(),
                Film.LENGTH.asInt().orElse(-1),
                Film.LENGTH.mapToFloatIfPresent(length -> length / 3f),
                Film.LENGTH.mapToDoubleIfPresent(length -> length / 3d),
                Film.LENGTH.mapToBooleanIfPresent(length -> length > 60),
                Film.LENGTH.mapToCharIfPresent(length -> (char) (length & 0x7F)),
                Film.LENGTH.mapToByteIfPresent(Integer::byteValue),
                Film.LENGTH.mapToShortIfPresent(Integer::shortValue),
                Film.TITLE,
                Film.TITLE.asString(),
                Film.TITLE.orElse("none"),
                Film.RATING,
                Film.FILM_ID);
        RowEncoder<Film> all = json;
        for (int i = 0; i < expressions.size(); i++) {
            all = all.putExpression("e" + i, expressions.get(i));
        }
        RowEncoder<Film> functions = all.putFunction("value", ColumnFunctions.value(Film.LAST_UPDATE))
                .putFunction("getter", Film.RENTAL_RATE.getter())
                .putFunction("title", Film.TITLE);
        byte[] expected = ROWS.stream().collect(functions.toBytes());

        assertThat(text(films().collect(functions.toBytes()))).isEqualTo(text(expected));
        assertThat(EncodedText.json(expected)).hasSize(ROWS.size());
        RowEncoder<Film> lambdas = json.putFunction("length", film -> film.getLength())
                .putFunction("twice", film -> film.getFilmId() * 2)
                .putFunction("name", Film::getTitle);
        ExecutionTrace trace = new ExecutionTrace();
        assertThat(text(EntityStream.traced(TABLE, trace, FallbackListener.SILENT)
                        .collect(lambdas.toBytes())))
                .isEqualTo(text(ROWS.stream().collect(lambdas.toBytes())));
        assertThat(trace.entities()).isZero();
        RowEncoder<Film> opaque = functions.putFunction("opaque", film -> ROWS.contains(film));
        assertThat(text(films().collect(opaque.toBytes())))
                .isEqualTo(text(ROWS.stream().collect(opaque.toBytes())));
    }

    @Test
    void encodersWriteToStreamsChannelsAndBuffers() throws IOException {
        RowEncoder<Film> json = RowEncoder.json(FILMS);
        byte[] expected = ROWS.stream().collect(json.toBytes());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocateDirect(expected.length + 10).position(10);
        SlowChannel channel = new SlowChannel();

        assertThat(films().collect(json.into(out))).isEqualTo(ROWS.size());
        assertThat(films().collect(json.into(buffer))).isEqualTo(ROWS.size());
        assertThat(films().collect(json.into(channel))).isEqualTo(ROWS.size());
        assertThat(out.toByteArray()).isEqualTo(expected);
        assertThat(channel.taken.toByteArray()).isEqualTo(expected);
        byte[] buffered = new byte[expected.length];
        buffer.position(10).get(buffered);
        assertThat(buffered).isEqualTo(expected);
        assertThat(buffer.remaining()).isZero();
        assertThat(channel.isOpen()).isTrue();
        assertThatThrownBy(() -> films().collect(json.into(ByteBuffer.allocate(expected.length - 1))))
                .isInstanceOf(BufferOverflowException.class);
    }

    /** A channel that takes at most 2,000 bytes per call, and none on every third call. */
    private static final class SlowChannel implements WritableByteChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int calls;

        @Override
        public int write(ByteBuffer from) {
            int count = Math.min(from.remaining(), ++calls % 3 * 1_000);
            for (int i = 0; i < count; i++) {
                taken.write(from.get());
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            throw new AssertionError("closed");
        }
    }

    /** Creates a stream that fails once it has taken {@code after} bytes. The encoder must not close it. */
    private static OutputStream failing(int after) {
        return new OutputStream() {
            private int taken;

            @Override
            public void write(int oneByte) throws IOException {
                if (taken++ >= after) {
                    throw new IOException("the other side is gone");
                }
            }

            @Override
            public void close() {
                throw new AssertionError("closed");
            }
        };
    }

    @Test
    void exceptionOfASinkIsRethrown() {
        RowEncoder<Film> json = RowEncoder.json(FILMS);
        for (int after : new int[] {0, 1, 70_000}) {
            for (Stream<Film> stream :
                    List.of(films(), films().parallel(), films().skip(1).filter(_ -> true), ROWS.stream())) {
                assertThatThrownBy(() -> stream.collect(json.into(failing(after))))
                        .isInstanceOf(UncheckedIOException.class)
                        .hasRootCauseMessage("the other side is gone");
            }
        }
    }

    @Test
    void failingJdkStreamWritesNothing() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicInteger seen = new AtomicInteger();
        Function<Film, Film> failing = film -> {
            if (seen.incrementAndGet() == 2_000) {
                throw new IllegalStateException("enough");
            }
            return film;
        };

        assertThatThrownBy(() -> ROWS.stream()
                        .map(failing)
                        .collect(RowEncoder.json(FILMS).into(out)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(out.size()).isZero();
    }

    @Test
    void streamIsUsedOnce() {
        Stream<Film> stream = films();
        byte[] _ = stream.collect(RowEncoder.json(Film.FILM_ID).toBytes());

        assertThatThrownBy(() -> stream.collect(RowEncoder.json(Film.FILM_ID).toBytes()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void encoderWorksAsDownstreamCollector() {
        assertThat(films().filter(Film.RATING.isNotNull())
                        .collect(Collectors.groupingBy(
                                Film.RATING,
                                Collectors.collectingAndThen(
                                        RowEncoder.json(Film.FILM_ID).toBytes(), RowEncoderTest::text))))
                .isEqualTo(ROWS.stream()
                        .filter(Film.RATING.isNotNull())
                        .collect(Collectors.groupingBy(
                                Film.RATING,
                                Collectors.collectingAndThen(
                                        RowEncoder.json(Film.FILM_ID).toBytes(), RowEncoderTest::text))));
    }
}
