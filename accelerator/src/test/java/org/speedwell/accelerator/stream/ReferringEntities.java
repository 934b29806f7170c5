package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.FieldSource;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * Random entities that reference each other, and their tables. The tables create the linked entities of the lists, and
 * count how many.
 */
@SuppressWarnings("NullAway") // an entity's fields are null as its columns are
final class ReferringEntities implements FallbackListener {
    static final TableId<Language> LANGUAGES = new TableId<>("test", "test", "language");
    static final TableId<Film> FILMS = new TableId<>("test", "test", "film");
    static final TableId<Copy> COPIES = new TableId<>("test", "test", "copy");
    static final TableId<Rental> RENTALS = new TableId<>("test", "test", "rental");
    static final TableId<Shelf> SHELVES = new TableId<>("test", "test", "shelf");
    static final TableId<Tag> TAGS = new TableId<>("test", "test", "tag");

    /** The kinds of foreign keys of the entities. */
    enum Keys {
        /** Each foreign key names a row, or is NULL where the model allows it. */
        COMPLETE,
        /** Each foreign key may be NULL. */
        WITH_NULLS,
        /** Some foreign keys name no row. */
        DANGLING
    }

    static class Identified {
        Integer id;

        public Integer getId() {
            return id;
        }
    }

    static final class Language extends Identified {
        String name;
        final List<Film> films = new ArrayList<>(List.of());

        Language() {
            name = "unset";
        }

        public String getName() {
            return name;
        }
    }

    static final class Money {
        BigDecimal amount;
        String currency = "EUR";

        public BigDecimal getAmount() {
            return amount;
        }

        public String getCurrency() {
            return currency;
        }
    }

    /** The origin of a film: an object inside the entity that is never null. */
    static final class Origin {
        Language spoken;
        int year;

        public Language getSpoken() {
            return spoken;
        }

        public int getYear() {
            return year;
        }
    }

    static final class Film extends Identified {
        String title = "no title";
        Integer length = 90;
        int likes;
        Money price;
        Origin origin = new Origin();
        Language language;
        Language originalLanguage;
        Film sequelOf;
        List<Rental> rentals = new ArrayList<>();

        public String getTitle() {
            return title;
        }

        public Integer getLength() {
            return length;
        }

        public int getLikes() {
            return likes;
        }

        public Money getPrice() {
            return price;
        }

        public Origin getOrigin() {
            return origin;
        }

        public Language getLanguage() {
            return language;
        }

        public Language getOriginalLanguage() {
            return originalLanguage;
        }

        public Film getSequelOf() {
            return sequelOf;
        }

        public List<Rental> getRentals() {
            return rentals;
        }

        public String getLanguageName() {
            return language.getName();
        }
    }

    /** A copy of a film: its key has two columns. */
    static final class Copy {
        Film film;
        Integer number;
        String shelf;

        public Film getFilm() {
            return film;
        }

        public Integer getNumber() {
            return number;
        }

        public String getShelf() {
            return shelf;
        }
    }

    static final class Rental {
        private Long id;
        private Copy copy;
        private Integer days;
        private Tag tag;

        public Long getId() {
            return id;
        }

        public Copy getCopy() {
            return copy;
        }

        public Integer getDays() {
            return days;
        }

        public Tag getTag() {
            return tag;
        }
    }

    /** A record without the key of its row, so that several rows have equal records. */
    record Shelf(String name) {}

    /** A record whose components do not have the names of the columns. */
    record Tag(String code, Integer weight) {}

    final List<Language> languages = new ArrayList<>();
    final List<Film> films = new ArrayList<>();
    final List<Copy> copies = new ArrayList<>();
    final List<Rental> rentals = new ArrayList<>();
    final List<Tag> tags = new ArrayList<>();
    final List<Shelf> shelves = new ArrayList<>();
    final LongAdder made = new LongAdder();
    final List<String> fallbacks = new ArrayList<>();
    private final Map<TableId<?>, TableStore<?>> stores = new HashMap<>();

    ReferringEntities(Keys keys, long seed, boolean isIndexed) {
        SplittableRandom random = new SplittableRandom(seed);
        Lease lease = new Lease();
        for (int i = 0; i < 7; i++) {
            Language language = new Language();
            language.id = 1 + i * 3;
            language.name = random.nextInt(6) == 0
                    ? null
                    : List.of("English", "French", "Zulu", "Thai").get(i % 4);
            languages.add(language);
        }
        for (int i = 0; i < 5; i++) {
            tags.add(new Tag("t" + i, random.nextInt(4) == 0 ? null : random.nextInt(10)));
        }
        List<@Nullable Object[]> filmRows = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            films.add(new Film());
        }
        for (int i = 0; i < films.size(); i++) {
            Film film = films.get(i);
            film.id = i + 1;
            film.title = (char) ('A' + random.nextInt(26)) + "film " + random.nextInt(50);
            film.length = random.nextInt(8) == 0 ? null : 40 + random.nextInt(120);
            film.likes = random.nextInt(100);
            film.price = null;
            if (random.nextInt(4) > 0) {
                film.price = new Money();
                film.price.amount = BigDecimal.valueOf(random.nextInt(3_000), 2);
                film.price.currency = random.nextInt(5) == 0 ? null : "USD";
            }
            film.origin.year = 1950 + random.nextInt(70);
            Object language = key(languages, of -> of.id, keys, random, 999);
            Object original = random.nextBoolean() ? null : key(languages, of -> of.id, keys, random, 998);
            Object spoken = key(languages, of -> of.id, keys, random, 997);
            Object sequel = random.nextInt(3) > 0 ? null : key(films.subList(0, i), of -> of.id, keys, random, 10_000);
            film.language = find(languages, of -> of.id, language);
            film.originalLanguage = find(languages, of -> of.id, original);
            film.origin.spoken = find(languages, of -> of.id, spoken);
            film.sequelOf = find(films, of -> of.id, sequel);
            filmRows.add(new @Nullable Object[] {
                film.id,
                film.title,
                film.length,
                film.likes,
                film.price == null ? null : film.price.amount,
                film.price == null ? null : film.price.currency,
                film.origin.year,
                spoken,
                language,
                original,
                sequel
            });
        }
        List<@Nullable Object[]> copyRows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Copy copy = new Copy();
            copy.number = 1 + i % 3;
            copy.film = films.get(i / 3 * 2 % films.size());
            copy.shelf = "s" + random.nextInt(9);
            copies.add(copy);
            copyRows.add(new @Nullable Object[] {copy.film.id, copy.number, copy.shelf});
        }
        List<@Nullable Object[]> rentalRows = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            Rental rental = new Rental();
            rental.id = i + 1L;
            rental.days = random.nextInt(9) == 0 ? null : random.nextInt(20);
            Copy copy = keys == Keys.WITH_NULLS && random.nextInt(9) == 0 ? null : pick(copies, random);
            boolean isDangling = keys == Keys.DANGLING && random.nextInt(9) == 0;
            Object tag = key(tags, Tag::code, keys, random, "none");
            rental.copy = isDangling ? null : copy;
            rental.tag = find(tags, Tag::code, tag);
            rentals.add(rental);
            Object number = copy == null ? null : isDangling ? (Object) 77 : copy.number;
            Copy named = copy != null ? copy : random.nextBoolean() ? null : pick(copies, random);
            Object film = named == null ? null : (Object) named.film.id.longValue(); // wider than the key
            rentalRows.add(new @Nullable Object[] {rental.id, rental.days, film, number, tag});
        }
        table(
                LANGUAGES,
                languages,
                EntityCode.ofFields(
                        Language.class,
                        Map.of("id", new FieldSource.Column("language_id"), "name", new FieldSource.Column("name"))),
                List.of("language_id", "name"),
                List.of(Integer.class, String.class),
                languages.stream()
                        .map(of -> new @Nullable Object[] {of.id, of.name})
                        .toList(),
                lease,
                true,
                0);
        for (int i = 0; i < 9; i++) {
            shelves.add(new Shelf("shelf " + i % 3));
        }
        table(
                SHELVES,
                shelves,
                EntityCode.ofFields(Shelf.class, Map.of("name", new FieldSource.Column("shelf_name"))),
                List.of("shelf_id", "shelf_name"),
                List.of(Integer.class, String.class),
                IntStream.range(0, 9)
                        .mapToObj(i -> new @Nullable Object[] {i, shelves.get(i).name})
                        .toList(),
                lease,
                true,
                0);
        table(
                TAGS,
                tags,
                EntityCode.ofFields(
                        Tag.class,
                        Map.of(
                                "code",
                                new FieldSource.Column("tag_code"),
                                "weight",
                                new FieldSource.Column("tag_weight"))),
                List.of("tag_code", "tag_weight"),
                List.of(String.class, Integer.class),
                tags.stream()
                        .map(of -> new @Nullable Object[] {of.code, of.weight})
                        .toList(),
                lease,
                true,
                0);
        Map<String, FieldSource> money = Map.of(
                "amount", new FieldSource.Column("price_amount"), "currency", new FieldSource.Column("price_currency"));
        Map<String, FieldSource> origin =
                Map.of("year", new FieldSource.Column("origin_year"), "spoken", toLanguage("spoken_id"));
        table(
                FILMS,
                films,
                EntityCode.ofFields(
                        Film.class,
                        Map.ofEntries(
                                Map.entry("id", new FieldSource.Column("film_id")),
                                Map.entry("title", new FieldSource.Column("title")),
                                Map.entry("length", new FieldSource.Column("length")),
                                Map.entry("likes", new FieldSource.Column("likes")),
                                Map.entry("price", new FieldSource.Embedded(Money.class, money, true)),
                                Map.entry("origin", new FieldSource.Embedded(Origin.class, origin, false)),
                                Map.entry("language", toLanguage("language_id")),
                                Map.entry("originalLanguage", toLanguage("original_language_id")),
                                Map.entry(
                                        "sequelOf",
                                        new FieldSource.Reference(FILMS, List.of("sequel_of"), List.of("film_id"))))),
                List.of(
                        "film_id",
                        "title",
                        "length",
                        "likes",
                        "price_amount",
                        "price_currency",
                        "origin_year",
                        "spoken_id",
                        "language_id",
                        "original_language_id",
                        "sequel_of"),
                List.of(
                        Integer.class,
                        String.class,
                        Integer.class,
                        Integer.class,
                        BigDecimal.class,
                        String.class,
                        Integer.class,
                        Integer.class,
                        Integer.class,
                        Integer.class,
                        Integer.class),
                filmRows,
                lease,
                isIndexed,
                0);
        table(
                COPIES,
                copies,
                EntityCode.ofFields(
                        Copy.class,
                        Map.of(
                                "film",
                                new FieldSource.Reference(FILMS, List.of("film_id"), List.of("film_id")),
                                "number",
                                new FieldSource.Column("number"),
                                "shelf",
                                new FieldSource.Column("shelf"))),
                List.of("film_id", "number", "shelf"),
                List.of(Integer.class, Integer.class, String.class),
                copyRows,
                lease,
                true,
                0,
                1);
        table(
                RENTALS,
                rentals,
                EntityCode.ofFields(
                        Rental.class,
                        Map.of(
                                "id",
                                new FieldSource.Column("rental_id"),
                                "days",
                                new FieldSource.Column("days"),
                                "copy",
                                new FieldSource.Reference(
                                        COPIES, List.of("film_id", "copy_number"), List.of("film_id", "number")),
                                "tag",
                                new FieldSource.Reference(TAGS, List.of("tag"), List.of("tag_code")))),
                List.of("rental_id", "days", "film_id", "copy_number", "tag"),
                List.of(Long.class, Integer.class, Long.class, Integer.class, String.class),
                rentalRows,
                lease,
                isIndexed,
                0);
    }

    private static FieldSource toLanguage(String column) {
        return new FieldSource.Reference(LANGUAGES, List.of(column), List.of("language_id"));
    }

    private static <T> T pick(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }

    private static <T> @Nullable Object key(
            List<T> of, Function<T, Object> key, Keys keys, SplittableRandom random, Object dangling) {
        boolean isOdd = random.nextInt(10) == 0;
        if (isOdd && keys == Keys.WITH_NULLS || of.isEmpty()) {
            return null;
        }
        return isOdd && keys == Keys.DANGLING ? dangling : key.apply(pick(of, random));
    }

    private static <T> @Nullable T find(List<T> of, Function<T, Object> key, @Nullable Object wanted) {
        return of.stream()
                .filter(each -> wanted != null && wanted.equals(key.apply(each)))
                .findFirst()
                .orElse(null);
    }

    private <E> void table(
            TableId<E> id,
            List<E> entities,
            EntityCode code,
            List<String> columns,
            List<Class<?>> types,
            List<@Nullable Object[]> rows,
            Lease lease,
            boolean isIndexed,
            int... primaryKey) {
        Map<List<@Nullable Object>, E> byKey = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            byKey.put(keyOf(rows.get(i), primaryKey), entities.get(i));
        }
        Function<@Nullable Object[], E> maker = values -> {
            made.increment();
            E entity = byKey.get(keyOf(values, primaryKey));
            return entity == null ? entities.getFirst() : entity; // the factory tries the maker without values
        };
        TableStore.Builder<E> table = TableStore.builder(id, new EntityFactory<>(maker, columns.size(), code), lease);
        for (int column = 0; column < columns.size(); column++) {
            try (ColumnBuilder builder = builder(types.get(column))) {
                for (@Nullable Object[] row : rows) {
                    builder.append(row[column]);
                }
                ColumnId of = ColumnId.of(columns.get(column));
                boolean isKey = column < primaryKey.length;
                if (isIndexed || isKey) {
                    table.indexedColumn(of, builder.build(lease));
                } else {
                    table.column(of, builder.build(lease));
                }
            }
        }
        stores.put(id, table.primaryKey(primaryKey).build());
    }

    private static List<@Nullable Object> keyOf(@Nullable Object[] row, int[] primaryKey) {
        List<@Nullable Object> key = new ArrayList<>();
        for (int place : primaryKey) {
            key.add(row[place]);
        }
        return key;
    }

    private static ColumnBuilder builder(Class<?> type) {
        MySqlType of = type == String.class
                ? MySqlType.VARCHAR
                : type == Long.class ? MySqlType.BIGINT : type == BigDecimal.class ? MySqlType.DECIMAL : MySqlType.INT;
        return ColumnBuilder.of(of, 10, 2, type, type, null);
    }

    @Override
    @SuppressWarnings("unchecked") // the identifiers are equal
    public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
        return (TableStore<T>) stores.get(identifier);
    }

    @Override
    public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
        fallbacks.add(operation + ": " + reason);
    }
}
