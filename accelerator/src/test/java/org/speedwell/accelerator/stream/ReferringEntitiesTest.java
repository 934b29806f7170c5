package org.speedwell.accelerator.stream;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.averagingInt;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.summingInt;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuples;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.ReferringEntities.Copy;
import org.speedwell.accelerator.stream.ReferringEntities.Film;
import org.speedwell.accelerator.stream.ReferringEntities.Keys;
import org.speedwell.accelerator.stream.ReferringEntities.Language;
import org.speedwell.accelerator.stream.ReferringEntities.Rental;

/** Compares pipelines over entities that reference each other with the same pipelines over lists of linked entities. */
@Tag("oracle")
class ReferringEntitiesTest {
    /** Pipelines that create no entity if each foreign key names a row. */
    private static final Map<String, Function<Stream<Film>, @Nullable Object>> OF_FILMS = new LinkedHashMap<>();

    private static final Map<String, Function<Stream<Rental>, @Nullable Object>> OF_RENTALS = new LinkedHashMap<>();

    /** Pipelines that may create entities. */
    private static final Map<String, Function<Stream<Film>, @Nullable Object>> OPAQUE = new LinkedHashMap<>();

    /** Pipelines over the tuples of a join. */
    private static final Map<String, Function<Stream<Tuple2<Rental, ReferringEntities.Tag>>, @Nullable Object>>
            OF_PAIRS = new LinkedHashMap<>();

    /** Pipelines that end before the last row. If they are parallel, it is open whether they reach a row that throws. */
    private static final Set<String> SHORT_CIRCUITING = Set.of("none", "the first", "all have a copy");

    static {
        String wanted = "English";
        OF_FILMS.put(
                "own fields",
                s -> s.filter(f -> f.getLength() != null && f.getLength() > 60).count());
        OF_FILMS.put("a superclass's field", s -> s.filter(f -> f.getId() > 60).count());
        OF_FILMS.put("a primitive", s -> s.mapToInt(Film::getLikes).sum());
        OF_FILMS.put(
                "a referenced text",
                s -> s.filter(f -> "English".equals(f.getLanguage().getName())).count());
        OF_FILMS.put(
                "a captured text",
                s -> s.filter(f -> Objects.equals(f.getLanguage().getName(), wanted))
                        .count());
        OF_FILMS.put(
                "a getter that follows a reference",
                s -> s.filter(f -> wanted.equals(f.getLanguageName())).count());
        OF_FILMS.put(
                "two references",
                s -> s.filter(f -> Objects.equals(
                                f.getLanguage().getName(),
                                f.getOrigin().getSpoken().getName()))
                        .count());
        OF_FILMS.put(
                "a referenced and an own field",
                s -> s.filter(f -> "French".equals(f.getLanguage().getName()) && f.getLikes() > 20)
                        .mapToInt(Film::getLikes)
                        .sum());
        OF_FILMS.put(
                "either",
                s -> s.filter(f -> f.getLikes() > 90
                                || "French".equals(f.getLanguage().getName()))
                        .count());
        OF_FILMS.put(
                "none", s -> s.noneMatch(f -> "French".equals(f.getLanguage().getName())));
        OF_FILMS.put(
                "a missing reference",
                s -> s.filter(f -> f.getOriginalLanguage() == null).count());
        OF_FILMS.put(
                "an existing reference",
                s -> s.filter(f -> f.getOriginalLanguage() != null).count());
        OF_FILMS.put(
                "nonNull",
                s -> s.filter(f -> Objects.nonNull(f.getOriginalLanguage())).count());
        OF_FILMS.put(
                "names of existing rows",
                s -> s.map(Film::getOriginalLanguage)
                        .filter(Objects::nonNull)
                        .map(Language::getName)
                        .toList());
        OF_FILMS.put(
                "keys of existing rows",
                s -> s.filter(f -> f.getLikes() > 10)
                        .map(f -> f.getOriginalLanguage())
                        .filter(language -> language != null)
                        .mapToInt(Language::getId)
                        .sum());
        OF_FILMS.put(
                "a condition on a row that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .filter(language -> language == null || language.getId() > 3)
                        .count());
        OF_FILMS.put(
                "a value of a row that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .map(language -> language == null ? "none" : language.getName())
                        .toList());
        OF_FILMS.put(
                "a number of a row that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .mapToInt(language -> language == null ? -1 : language.getId())
                        .sum());
        OF_FILMS.put(
                "a value of a missing row",
                s -> s.map(Film::getOriginalLanguage).map(Language::getName).count());
        OF_FILMS.put(
                "a double of a row that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .skip(3)
                        .mapToDouble(language -> language == null ? 0.5 : language.getId())
                        .max());
        OF_FILMS.put(
                "different existing rows",
                s -> s.map(Film::getOriginalLanguage)
                        .filter(Objects::nonNull)
                        .distinct()
                        .map(Language::getId)
                        .sorted()
                        .toList());
        OF_FILMS.put("any missing row", s -> s.map(Film::getOriginalLanguage).anyMatch(Objects::isNull));
        OF_FILMS.put(
                "a guard",
                s -> s.filter(f -> f.getOriginalLanguage() != null
                                && "English".equals(f.getOriginalLanguage().getName()))
                        .count());
        OF_FILMS.put(
                "a guard or",
                s -> s.filter(f -> f.getOriginalLanguage() == null
                                || f.getOriginalLanguage().getName() == null)
                        .count());
        OF_FILMS.put(
                "a choice",
                s -> s.map(f -> f.getOriginalLanguage() == null
                                ? "none"
                                : f.getOriginalLanguage().getName())
                        .toList());
        OF_FILMS.put(
                "an optional",
                s -> s.map(f -> Optional.ofNullable(f.getOriginalLanguage())
                                .map(Language::getName)
                                .orElse(""))
                        .toList());
        OF_FILMS.put(
                "a guarded key",
                s -> s.filter(f -> f.getOriginalLanguage() != null
                                && f.getOriginalLanguage().getId() > 4)
                        .count());
        OF_FILMS.put("a key", s -> s.filter(f -> f.getLanguage().getId() > 4).count());
        OF_FILMS.put("keys", s -> s.mapToInt(f -> f.getLanguage().getId()).sum());
        OF_FILMS.put(
                "keys of either",
                s -> s.filter(f -> (f.getOriginalLanguage() == null ? f.getLanguage() : f.getOriginalLanguage()).getId()
                                == 4)
                        .count());
        OF_FILMS.put("names", s -> s.map(f -> f.getLanguage().getName()).toList());
        OF_FILMS.put(
                "distinct names",
                s -> s.map(f -> f.getLanguage().getName()).distinct().count());
        OF_FILMS.put(
                "an embedded object",
                s -> s.filter(f ->
                                f.getPrice() != null && f.getPrice().getAmount().compareTo(BigDecimal.TEN) > 0)
                        .count());
        OF_FILMS.put(
                "no embedded object", s -> s.filter(f -> f.getPrice() == null).count());
        OF_FILMS.put(
                "a field of an embedded object",
                s -> s.filter(f -> f.getPrice() == null || f.getPrice().getCurrency() == null)
                        .count());
        OF_FILMS.put(
                "an embedded object that always exists",
                s -> s.filter(f -> f.getOrigin().getYear() > 1990)
                        .mapToInt(f -> f.getOrigin().getYear())
                        .sum());
        OF_FILMS.put(
                "a reference of an embedded object",
                s -> s.filter(f -> "Thai".equals(f.getOrigin().getSpoken().getName()))
                        .count());
        OF_FILMS.put(
                "two hops",
                s -> s.filter(f -> f.getSequelOf() != null
                                && f.getSequelOf().getSequelOf() != null
                                && f.getSequelOf().getSequelOf().getTitle().startsWith("A"))
                        .count());
        OF_FILMS.put(
                "three hops",
                s -> s.filter(f -> f.getSequelOf() != null
                                && f.getSequelOf().getSequelOf() != null
                                && "English"
                                        .equals(f.getSequelOf()
                                                .getSequelOf()
                                                .getLanguage()
                                                .getName()))
                        .count());
        OF_FILMS.put(
                "a hop and null",
                s -> s.filter(f -> f.getSequelOf() != null && f.getSequelOf().getSequelOf() == null)
                        .count());
        OF_FILMS.put(
                "groups by key", s -> s.collect(groupingBy(f -> f.getLanguage().getId(), counting())));
        OF_FILMS.put(
                "groups by a title and an average",
                s -> s.collect(groupingBy(f -> f.getOrigin().getYear(), averagingInt(Film::getLikes))));
        OF_FILMS.put("a sum", s -> s.collect(summingInt(f -> f.getLanguage().getId())));
        OF_FILMS.put(
                "groups by a name with a default",
                s -> s.collect(groupingBy(
                        f -> f.getLanguage().getName() == null
                                ? ""
                                : f.getLanguage().getName(),
                        counting())));
        OF_FILMS.put(
                "groups in order",
                s -> s.collect(groupingBy(
                        f -> f.getLanguage().getName() == null
                                ? ""
                                : f.getLanguage().getName(),
                        TreeMap::new,
                        mapping(f -> f.getLanguage().getId(), toSet()))));
        OF_FILMS.put(
                "partitions",
                s -> s.collect(
                        partitioningBy(f -> "English".equals(f.getLanguage().getName()), counting())));
        OF_FILMS.put(
                "sorted by key",
                s -> s.sorted(comparing((Film f) -> f.getLanguage().getId())
                                .thenComparing(Film::getTitle)
                                .thenComparing(Film::getId))
                        .mapToInt(Film::getId)
                        .boxed()
                        .toList());
        OF_FILMS.put(
                "mapMulti",
                s -> s.<String>mapMulti((f, into) -> {
                            if (f.getOriginalLanguage() != null) {
                                into.accept(f.getOriginalLanguage().getName());
                            }
                        })
                        .toList());
        OF_FILMS.put(
                "sorted by a name",
                s -> s.filter(f -> f.getLanguage().getName() != null)
                        .sorted(comparing((Film f) -> f.getLanguage().getName()).thenComparing(Film::getTitle))
                        .mapToInt(Film::getId)
                        .boxed()
                        .toList());
        OF_FILMS.put(
                "behind a window",
                s -> s.skip(10)
                        .limit(300)
                        .filter(f -> "English".equals(f.getLanguage().getName()))
                        .count());

        OF_FILMS.put(
                "entities of another table",
                s -> s.map(Film::getLanguage)
                        .filter(Objects::nonNull)
                        .map(Language::getName)
                        .toList());
        OF_FILMS.put(
                "distinct entities of another table",
                s -> s.map(f -> f.getOrigin().getSpoken())
                        .distinct()
                        .filter(l -> l.getId() > 4)
                        .count());
        OF_FILMS.put(
                "sorted entities of another table",
                s -> s.map(Film::getLanguage)
                        .sorted(comparing(Language::getId))
                        .mapToInt(Language::getId)
                        .sum());
        OF_RENTALS.put("keys", s -> s.map(r -> r.getCopy().getFilm().getId()).toList());
        OF_RENTALS.put(
                "groups by key",
                s -> s.collect(groupingBy(r -> r.getCopy().getFilm().getId(), counting())));
        OF_RENTALS.put(
                "optional keys",
                s -> s.map(r -> Optional.ofNullable(r.getCopy())
                                .map(Copy::getFilm)
                                .map(Film::getId))
                        .toList());
        OF_RENTALS.put(
                "films",
                s -> s.filter(r -> r.getDays() != null && r.getDays() > 9)
                        .map(Rental::getCopy)
                        .map(Copy::getFilm)
                        .filter(f -> "English".equals(f.getLanguage().getName()))
                        .mapToInt(Film::getLikes)
                        .sum());
        OF_RENTALS.put(
                "several hops",
                s -> s.filter(r -> r.getCopy().getFilm().getTitle().startsWith("A"))
                        .count());
        OF_RENTALS.put(
                "four hops",
                s -> s.filter(r -> "English"
                                .equals(r.getCopy().getFilm().getLanguage().getName()))
                        .count());
        OF_RENTALS.put(
                "a composite key",
                s -> s.filter(r -> r.getCopy().getShelf().equals("s3")).count());
        OF_RENTALS.put(
                "a part of a composite key",
                s -> s.filter(r -> r.getCopy().getNumber() == 2).count());
        OF_RENTALS.put(
                "the key of the key",
                s -> s.mapToInt(r -> r.getCopy().getFilm().getId()).sum());
        OF_RENTALS.put(
                "a record",
                s -> s.filter(r -> r.getTag().weight() != null && r.getTag().weight() > 3)
                        .count());
        OF_RENTALS.put(
                "a record's key",
                s -> s.filter(r -> r.getTag().code().compareTo("t2") > 0).count());
        OF_RENTALS.put(
                "groups by title",
                s -> s.collect(groupingBy(r -> r.getCopy().getFilm().getTitle(), counting())));
        OF_RENTALS.put(
                "sorted by title",
                s -> s.sorted(comparing((Rental r) -> r.getCopy().getFilm().getTitle())
                                .reversed())
                        .mapToLong(Rental::getId)
                        .boxed()
                        .toList());
        OF_RENTALS.put("no copy", s -> s.filter(r -> r.getCopy() == null).count());
        OF_RENTALS.put("all have a copy", s -> s.allMatch(r -> r.getCopy() != null));

        OF_PAIRS.put(
                "a hop",
                s -> s.filter(t -> t.get0().getCopy().getShelf().equals("s3")).count());
        OF_PAIRS.put(
                "a guarded hop",
                s -> s.filter(t -> t.get0().getCopy() != null
                                && t.get0().getCopy().getFilm().getLikes() > 30
                                && t.get1().code().equals("t1"))
                        .count());
        OF_PAIRS.put(
                "a sum",
                s -> s.mapToInt(t -> t.get0().getCopy().getFilm().getLikes()).sum());
        OF_PAIRS.put(
                "sorted",
                s -> s.filter(t -> t.get0().getCopy() != null)
                        .sorted(comparing((Tuple2<Rental, ReferringEntities.Tag> t) ->
                                        t.get0().getCopy().getFilm().getTitle())
                                .thenComparing(t -> t.get0().getId()))
                        .mapToLong(t -> t.get0().getId())
                        .boxed()
                        .toList());
        OPAQUE.put(
                "an order of rows that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .sorted(comparing(Language::getId))
                        .map(Language::getId)
                        .toList());
        OPAQUE.put(
                "an order of existing rows",
                s -> s.map(Film::getOriginalLanguage)
                        .filter(Objects::nonNull)
                        .sorted(comparing(Language::getId).reversed())
                        .map(Language::getId)
                        .toList());
        OPAQUE.put(
                "a choice of rows that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .takeWhile(language -> language == null || language.getId() > 1)
                        .map(language -> language == null ? null : language.getName())
                        .toList());
        OPAQUE.put(
                "groups of rows that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .collect(groupingBy(language -> language == null ? 0 : language.getId(), counting())));
        OPAQUE.put(
                "an opaque filter of rows that may be missing",
                s -> s.map(Film::getOriginalLanguage)
                        .filter(language -> String.valueOf(language == null ? null : language.getName())
                                .startsWith("n"))
                        .count());
        OPAQUE.put(
                "the rows themselves",
                s -> s.map(Film::getOriginalLanguage).toList().stream()
                        .map(language -> language == null ? null : language.getId())
                        .toList());
        OPAQUE.put(
                "an unguarded price",
                s -> s.filter(f -> f.getPrice().getAmount().compareTo(BigDecimal.TEN) > 0)
                        .count());
        OPAQUE.put(
                "an unguarded reference",
                s -> s.filter(f -> f.getOriginalLanguage().getName().equals("English"))
                        .count());
        OPAQUE.put(
                "a receiver that may be null",
                s -> s.filter(f -> f.getLanguage().getName().equals("English")).count());
        OPAQUE.put(
                "an unguarded hop",
                s -> s.filter(f -> f.getSequelOf().getSequelOf() == null).count());
        OPAQUE.put(
                "nothing throws behind a guard that never holds",
                s -> s.filter(f -> f.getLikes() > 1_000
                                && f.getOriginalLanguage().getName().isEmpty())
                        .count());
        OPAQUE.put(
                "groups by name", s -> s.collect(groupingBy(f -> f.getLanguage().getName(), counting())));
        OPAQUE.put(
                "groups by a nullable name",
                s -> s.filter(f -> f.getLanguage().getName() != null)
                        .collect(groupingBy(f -> f.getLanguage().getName(), toList()))
                        .size());
        OPAQUE.put("a list", s -> s.mapToInt(f -> f.getRentals().size()).sum());
        OPAQUE.put(
                "an unmapped field",
                s -> s.mapToInt(f -> f.getLanguage().films.size()).sum());
        OPAQUE.put(
                "entities",
                s -> s.map(Film::getLanguage)
                        .filter(Objects::nonNull)
                        .map(Language::getName)
                        .toList());
        OPAQUE.put(
                "sorted by a name",
                s -> s.sorted(comparing(f -> f.getOriginalLanguage().getName()))
                        .mapToInt(Film::getId)
                        .boxed()
                        .toList());
        OPAQUE.put(
                "the first",
                s -> s.filter(f -> f.getOriginalLanguage().getId() > 0)
                        .map(Film::getTitle)
                        .findFirst());
        OPAQUE.put("peeked", s -> {
            List<String> seen = new ArrayList<>();
            s.sequential().forEach(f -> seen.add(f.getOriginalLanguage() == null ? "" : f.getTitle()));
            return seen;
        });
    }

    @Test
    void pipelinesEqualThoseOverLists() {
        SoftAssertions all = new SoftAssertions();
        for (Keys keys : Keys.values()) {
            for (long seed = 1; seed <= 3; seed++) {
                ReferringEntities entities = new ReferringEntities(keys, seed, seed % 2 == 1);
                String what = keys + ", seed " + seed;
                boolean isOnColumns = keys == Keys.COMPLETE;
                check(entities, ReferringEntities.FILMS, entities.films, OF_FILMS, isOnColumns, what, all);
                check(entities, ReferringEntities.RENTALS, entities.rentals, OF_RENTALS, isOnColumns, what, all);
                Map<String, Function<Stream<Copy>, @Nullable Object>> ofCopies = Map.of(
                        "a key and a reference",
                        s -> s.filter(c -> c.getFilm().getId() < 50 && c.getNumber() == 1)
                                .map(c -> c.getFilm().getTitle())
                                .toList());
                check(entities, ReferringEntities.COPIES, entities.copies, ofCopies, isOnColumns, what, all);
                check(entities, ReferringEntities.FILMS, entities.films, OPAQUE, false, what, all);
            }
        }
        all.assertAll();
    }

    @Test
    void conditionOnReferencedRowsIsASemiJoin() {
        ReferringEntities entities = new ReferringEntities(Keys.COMPLETE, 1, true);
        ExecutionTrace trace = new ExecutionTrace();
        var _ = stream(entities, ReferringEntities.FILMS, trace)
                .filter(f -> "English".equals(f.getLanguage().getName()))
                .count();
        assertThat(Objects.requireNonNull(trace.tree()).toString())
                .contains("semi-join on language_id = language.language_id");
    }

    @Test
    void ownForeignKeyReplacesTheKeyOfTheReferencedRow() {
        ReferringEntities entities = new ReferringEntities(Keys.COMPLETE, 1, true);
        ExecutionTrace trace = new ExecutionTrace();
        var _ = stream(entities, ReferringEntities.FILMS, trace)
                .filter(f -> f.getLanguage().getId() > 4)
                .count();
        assertThat(Objects.requireNonNull(trace.tree()).toString())
                .contains("language_id")
                .doesNotContain("join");
    }

    @Test
    void opaqueFunctionsNameTheirReason() {
        ReferringEntities entities = new ReferringEntities(Keys.COMPLETE, 1, true);
        var _ = stream(entities, ReferringEntities.FILMS, new ExecutionTrace())
                .filter(f -> f.getRentals().isEmpty())
                .count();
        var _ = stream(entities, ReferringEntities.FILMS, new ExecutionTrace())
                .filter(f -> f.getLanguage().equals(f.getOriginalLanguage()))
                .count();
        assertThat(entities.fallbacks)
                .satisfiesExactly(
                        reason ->
                                assertThat(reason).contains("reads Film.rentals, which is not a column or a reference"),
                        reason -> assertThat(reason).contains("calls Object.equals, which cannot be read"));
        assertThat(entities.made.sum()).isPositive();
    }

    @Test
    void entitiesWithTheirOwnEqualityAreCompared() {
        ReferringEntities entities = new ReferringEntities(Keys.COMPLETE, 1, true);
        assertThat(stream(entities, ReferringEntities.TAGS, new ExecutionTrace())
                        .distinct()
                        .count())
                .isEqualTo(5);
        assertThat(entities.made.sum()).isZero(); // records with a key
        assertThat(stream(entities, ReferringEntities.SHELVES, new ExecutionTrace())
                        .distinct()
                        .count())
                .isEqualTo(new HashSet<>(entities.shelves).size())
                .isLessThan(entities.shelves.size());
    }

    @Test
    void joinsFollowReferences() {
        for (Keys keys : Keys.values()) {
            ReferringEntities entities = new ReferringEntities(keys, 4, true);
            TableStore<Rental> rentals = Objects.requireNonNull(entities.table(ReferringEntities.RENTALS));
            TableStore<ReferringEntities.Tag> tags = Objects.requireNonNull(entities.table(ReferringEntities.TAGS));
            JoinedTable.Link link = new JoinedTable.Link(
                    ordered(tags, "tag_code"),
                    ComparisonOperator.EQUAL,
                    0,
                    ordered(rentals, "tag"),
                    MatchRule.OfValues.DATABASE);
            JoinQuery query = new JoinQuery(
                    List.of(
                            new JoinedTable(rentals, JoinedTable.Kind.INNER, null, null),
                            new JoinedTable(tags, JoinedTable.Kind.INNER, link, null)),
                    List.of(),
                    entities,
                    MemoryBudget.UNLIMITED);
            TupleMaker<Tuple2<Rental, ReferringEntities.Tag>> pairs = new TupleMaker<>(
                    of -> Tuples.of((Rental) Objects.requireNonNull(of[0]), (ReferringEntities.Tag)
                            Objects.requireNonNull(of[1])),
                    TupleMaker.Shape.TUPLE,
                    2);
            List<Tuple2<Rental, ReferringEntities.Tag>> list = entities.rentals.stream()
                    .filter(rental -> rental.getTag() != null)
                    .<Tuple2<Rental, ReferringEntities.Tag>>map(rental -> Tuples.of(rental, rental.getTag()))
                    .toList();
            OF_PAIRS.forEach((name, pipeline) -> {
                ExecutionTrace trace = new ExecutionTrace();
                entities.made.reset();
                assertThat(result(() -> pipeline.apply(JoinStream.of(query, pairs, entities, trace))))
                        .as(name + " (" + keys + ")")
                        .isEqualTo(result(() -> pipeline.apply(list.stream())));
                if (keys == Keys.COMPLETE) {
                    assertThat(entities.made.sum()).as(name).isZero();
                }
            });
        }
    }

    private static ColumnRef.Ordered ordered(TableStore<?> table, String column) {
        return (ColumnRef.Ordered) Objects.requireNonNull(table.ref(ColumnId.of(column)));
    }

    private static <E> Stream<E> stream(ReferringEntities entities, TableId<E> table, ExecutionTrace trace) {
        return new EntityStream<>(
                Objects.requireNonNull(entities.table(table)), Logical.TABLE, new StreamState(false, entities, trace));
    }

    private static <E> void check(
            ReferringEntities entities,
            TableId<E> table,
            List<E> list,
            Map<String, Function<Stream<E>, @Nullable Object>> pipelines,
            boolean isOnColumns,
            String what,
            SoftAssertions all) {
        pipelines.forEach((name, pipeline) -> {
            Object expected = result(() -> pipeline.apply(list.stream()));
            for (boolean parallel : new boolean[] {false, true}) {
                ExecutionTrace trace = new ExecutionTrace();
                entities.made.reset();
                entities.fallbacks.clear();
                Object result = result(() -> pipeline.apply(new EntityStream<>(
                        Objects.requireNonNull(entities.table(table)),
                        Logical.TABLE,
                        new StreamState(parallel, entities, trace))));
                String of = name + " (" + what + (parallel ? ", parallel" : "") + ")";
                boolean mayThrow = parallel
                        && SHORT_CIRCUITING.contains(name)
                        && (result == NullPointerException.class || expected == NullPointerException.class);
                if (!mayThrow) {
                    all.assertThat(result).as(of).isEqualTo(expected);
                }
                if (isOnColumns) {
                    all.assertThat(entities.fallbacks).as(of).isEmpty();
                    all.assertThat(trace.entities()).as(of).isZero();
                    all.assertThat(entities.made.sum()).as(of).isZero();
                }
            }
        });
    }

    private static @Nullable Object result(java.util.function.Supplier<@Nullable Object> pipeline) {
        try {
            return pipeline.get();
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }
}
