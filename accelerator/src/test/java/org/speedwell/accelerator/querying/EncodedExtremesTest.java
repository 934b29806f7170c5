package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * Encodes extreme values from columns, and compares the bytes with those of the same entities in a list. {@code
 * -Dspeedwell.seed=S} sets the random seed.
 */
@Tag("oracle")
class EncodedExtremesTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128);
    private static final int LONG = 2_000;
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final FilmManager FILMS = APP.getOrThrow(FilmManager.class);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static void check(int scale, List<Film> films) {
        EntityTable.Shape shape = EntityTable.Shape.of(APP, FILMS, scale);
        List<RowEncoder<Film>> encoders = List.of(
                RowEncoder.json(FILMS),
                RowEncoder.jsonLines(FILMS),
                RowEncoder.csv(FILMS).separator('|'));
        List<Function<Stream<Film>, Stream<Film>>> pipelines = List.of(
                all -> all,
                all -> all.limit(1),
                all -> all.skip(1).limit(63),
                all -> all.limit(65),
                all -> all.filter(Film.LENGTH.isNotNull()));
        for (int precision : new int[] {10, 11}) { // with odd numbers, texts have no dictionary
            TableStore<Film> table = EntityTable.of(APP, FILMS, shape, films, true, precision);
            for (RowEncoder<Film> encoder : encoders) {
                for (Function<Stream<Film>, Stream<Film>> pipeline : pipelines) {
                    byte[] expected = pipeline.apply(films.stream()).collect(encoder.toBytes());
                    byte[] actual =
                            pipeline.apply(EntityStream.of(table, false)).collect(encoder.toBytes());
                    assertThat(Arrays.mismatch(actual, expected))
                            .as("first different byte, %s, seed %d", encoder, SEED)
                            .isNegative();
                }
            }
        }
    }

    private static List<Film> films(int rows, IntFunction<String> title) {
        return IntStream.range(0, rows)
                .mapToObj(row -> FILMS.create().setFilmId(row).setTitle(title.apply(row)))
                .toList();
    }

    @Test
    void everyCodeUnitAtEveryPlaceOfAWord() {
        List<String> titles = new ArrayList<>();
        for (int unit = 0; unit < 0x100; unit++) {
            for (int place = 0; place < 10; place++) {
                titles.add("x".repeat(place) + (char) unit + "y".repeat((unit + place) % 9));
            }
        }
        for (String part : List.of("\uD83D\uDE00", "\uD83D", "\uDE00", "\uDE00\uD83D", "\uD7FF", "\uFFFF", "한글")) {
            for (int place = 0; place < 10; place++) {
                titles.add("x".repeat(place) + part + "\"".repeat(place % 2));
            }
        }
        check(0, films(titles.size(), titles::get));
    }

    @Test
    void fewTextsOfEscapesInManyRows() {
        List<String> titles = List.of("", "\"\\\b\t\n\f\r\u0001", "a,b|c", "\uD83D", "plain");
        check(0, films(3_000, row -> titles.get(row % titles.size())));
    }

    /** Encodes texts that take six bytes a character. Together they exceed what an encoder keeps. */
    @Test
    void moreRepeatedBytesThanAnEncoderKeeps() {
        SplittableRandom random = new SplittableRandom(SEED);
        check(0, films(1_500, _ -> random.nextInt(300) + "\u0001".repeat(LONG)));
    }

    @Test
    void hugeTextsBetweenShortOnes() {
        check(0, films(100, row -> row % 9 == 4 ? row + "\"é".repeat(200_000) : "film " + row));
    }

    @Test
    void numbersTimesAndNulls() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] lengths = {Integer.MIN_VALUE, -100, -99, -10, -9, -1, 0, 9, 10, 99, 100, 65_535, Integer.MAX_VALUE};
        long[] times = {-62_135_596_800_000L, -12_219_292_800_001L, -1_001, -1, 0, 1, 253_402_300_799_000L};
        for (int scale : new int[] {0, 2}) {
            List<Film> films = IntStream.range(0, 2_000)
                    .mapToObj(row -> {
                        Film film = FILMS.create().setFilmId(random.nextInt());
                        film.setTitle("t" + row % 5);
                        film.setLanguageId((short) (row % 3));
                        film.setRentalRate(BigDecimal.valueOf(random.nextInt(-150, 150), scale));
                        film.setReplacementCost(BigDecimal.valueOf(random.nextLong(-99_999, 99_999), scale));
                        film.setLastUpdate(new Timestamp(times[random.nextInt(times.length)]));
                        if (random.nextBoolean()) {
                            film.setLength(lengths[random.nextInt(lengths.length)]);
                        }
                        if (random.nextInt(3) > 0) {
                            film.setRating(Rating.values()[random.nextInt(Rating.values().length)]);
                        }
                        return film;
                    })
                    .toList();
            check(scale, films);
        }
    }

    @Test
    void smallTablesAndColumnsOfNull() {
        for (int rows : new int[] {0, 1, 2, 63, 64, 65, 200}) {
            check(2, films(rows, _ -> "same"));
        }
    }
}
