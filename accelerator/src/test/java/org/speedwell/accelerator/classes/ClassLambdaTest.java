package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.Field;
import org.speedwell.schema.Database;

/**
 * Compares lambdas on records with optionals, and on entities of several classes in one table, with lists of the rows.
 * {@code -Dspeedwell.seed=S} sets the first random seed.
 */
@Tag("oracle")
@Tag("database")
@Timeout(300)
@SuppressWarnings("NullAway") // the fields of rows are written from outside
class ClassLambdaTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_130);
    private static final int DATABASES = 3;
    private static final String SCHEMA = "speedwell_test_class_lambda";
    private static final Database DATABASE = Database.forTests();

    /** A row whose columns may be NULL. */
    record Clip(int clipId, Optional<Integer> length, Optional<String> title, Optional<BigDecimal> price) {
        public boolean isLong() {
            return length.isPresent() && length.get() > 60;
        }
    }

    @Embeddable
    static class Bank {
        String name;
        Integer branch;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        Payer owner;

        public String getName() {
            return name;
        }

        public Payer getOwner() {
            return owner;
        }
    }

    @Entity
    @Table(name = "payer")
    static class Payer {
        @Id
        int payerId;

        String name;

        public String getName() {
            return name;
        }
    }

    @Entity
    @Table(name = "payment")
    @DiscriminatorColumn(name = "kind")
    abstract static sealed class Payment permits Card, Cash {
        @Id
        int paymentId;

        int cents;

        @ManyToOne
        @JoinColumn(name = "payer_id")
        Payer payer;

        public int getPaymentId() {
            return paymentId;
        }

        public int getCents() {
            return cents;
        }

        public Payer getPayer() {
            return payer;
        }

        public int getFee() {
            return 0;
        }

        public abstract String getText();
    }

    @Entity
    @DiscriminatorValue("card")
    static non-sealed class Card extends Payment {
        String number;

        @Embedded
        Bank bank;

        public String getNumber() {
            return number;
        }

        public Bank getBank() {
            return bank;
        }

        @Override
        public int getFee() {
            return cents / 50;
        }

        @Override
        public String getText() {
            return number;
        }
    }

    @Entity
    @DiscriminatorValue("credit")
    static final class Credit extends Card {
        Integer due;

        public Integer getDue() {
            return due;
        }

        @Override
        public int getFee() {
            return due == null ? 1 : due;
        }
    }

    @Entity
    @DiscriminatorValue("cash")
    static final class Cash extends Payment {
        Integer coins;

        public Integer getCoins() {
            return coins;
        }

        @Override
        public String getText() {
            return "cash";
        }
    }

    /** A row of another table that refers to payments. */
    @Entity
    @Table(name = "bill")
    static class Bill {
        @Id
        int billId;

        @ManyToOne
        @JoinColumn(name = "payment_id")
        Payment payment;

        public int getBillId() {
            return billId;
        }

        public Payment getPayment() {
            return payment;
        }
    }

    private static final Map<String, Function<Stream<Clip>, @Nullable Object>> OF_CLIPS = new LinkedHashMap<>();
    private static final Map<String, Function<Stream<Payment>, @Nullable Object>> OF_PAYMENTS = new LinkedHashMap<>();
    private static final Map<String, Function<Stream<Bill>, @Nullable Object>> OF_BILLS = new LinkedHashMap<>();

    static {
        OF_CLIPS.put("present", s -> s.filter(c -> c.length().isPresent()).count());
        OF_CLIPS.put("empty", s -> s.filter(c -> c.length().isEmpty()).count());
        OF_CLIPS.put(
                "a guard",
                s -> s.filter(c -> c.length().isPresent() && c.length().get() > 60)
                        .mapToInt(Clip::clipId)
                        .sum());
        OF_CLIPS.put("a method", s -> s.filter(Clip::isLong).count());
        OF_CLIPS.put("orElse", s -> s.mapToInt(c -> c.length().orElse(0)).sum());
        OF_CLIPS.put(
                "filter by orElse",
                s -> s.filter(c -> c.length().orElse(-1) < 70).count());
        OF_CLIPS.put(
                "orElseThrow",
                s -> s.filter(c -> c.title().isPresent())
                        .map(c -> c.title().orElseThrow())
                        .toList());
        OF_CLIPS.put("a failure", s -> s.mapToInt(c -> c.length().get()).sum());
        OF_CLIPS.put(
                "map",
                s -> s.map(c -> c.length().map(length -> length / 10).orElse(-1))
                        .toList());
        OF_CLIPS.put(
                "map of a text",
                s -> s.filter(c -> c.title().map(title -> title.startsWith("A")).orElse(false))
                        .count());
        OF_CLIPS.put(
                "filter",
                s -> s.filter(c -> c.length().filter(length -> length > 50).isPresent())
                        .count());
        OF_CLIPS.put(
                "flatMap",
                s -> s.map(c -> c.length().flatMap(length -> c.title()).orElse("none"))
                        .toList());
        OF_CLIPS.put(
                "equals", s -> s.filter(c -> c.length().equals(Optional.of(60))).count());
        OF_CLIPS.put("optionals", s -> s.map(Clip::length).toList());
        OF_CLIPS.put("different optionals", s -> s.map(Clip::title).distinct().count());
        OF_CLIPS.put(
                "groups",
                s -> s.collect(Collectors.groupingBy(c -> c.title().orElse(""), TreeMap::new, Collectors.counting())));
        OF_CLIPS.put("groups by optionals", s -> s.collect(Collectors.groupingBy(Clip::length, Collectors.counting())));
        OF_CLIPS.put(
                "a decimal",
                s -> s.filter(c -> c.price().isPresent() && c.price().get().compareTo(BigDecimal.ONE) > 0)
                        .count());

        OF_PAYMENTS.put(
                "a field of the superclass",
                s -> s.filter(p -> p.getCents() > 500).count());
        OF_PAYMENTS.put(
                "a reference of the superclass",
                s -> s.filter(p ->
                                p.getPayer() != null && p.getPayer().getName().equals("P1"))
                        .mapToInt(Payment::getCents)
                        .sum());
        OF_PAYMENTS.put("numbers", s -> s.map(Payment::getPaymentId).toList());
        OF_PAYMENTS.put("an overridden method", s -> s.mapToInt(Payment::getFee).sum());
        OF_PAYMENTS.put(
                "a filter by an overridden method",
                s -> s.filter(p -> p.getFee() > 4).count());
        OF_PAYMENTS.put("an abstract method", s -> s.map(Payment::getText).toList());
        OF_PAYMENTS.put("instanceof", s -> s.filter(p -> p instanceof Card).count());
        OF_PAYMENTS.put(
                "instanceof of one class",
                s -> s.filter(p -> !(p instanceof Credit)).count());
        OF_PAYMENTS.put(
                "a pattern",
                s -> s.filter(p -> p instanceof Credit credit && credit.getDue() != null && credit.getDue() > 3)
                        .count());
        OF_PAYMENTS.put(
                "a cast",
                s -> s.filter(p -> p instanceof Card)
                        .map(p -> ((Card) p).getNumber())
                        .toList());
        OF_PAYMENTS.put("a wrong cast", s -> s.map(p -> ((Cash) p).getCoins()).toList());
        OF_PAYMENTS.put(
                "a stream of a subclass",
                s -> s.filter(Card.class::isInstance)
                        .map(Card.class::cast)
                        .filter(card -> card.getNumber().endsWith("1"))
                        .mapToInt(Card::getFee)
                        .sum());
        OF_PAYMENTS.put(
                "casts of a subclass",
                s -> s.filter(p -> p instanceof Cash)
                        .map(p -> (Cash) p)
                        .map(Cash::getCoins)
                        .toList());
        OF_PAYMENTS.put(
                "a method of the superclass after a cast",
                s -> s.filter(p -> p.getCents() > 300 && p instanceof Credit)
                        .map(p -> (Card) p)
                        .skip(2)
                        .map(Card::getPaymentId)
                        .toList());
        OF_PAYMENTS.put(
                "wrong casts", s -> s.map(Card.class::cast).map(Card::getNumber).toList());
        OF_PAYMENTS.put(
                "a wrong cast that is not the first",
                s -> s.map(p -> (Credit) p).filter(c -> c.getCents() > 0).count());
        OF_PAYMENTS.put("the class of a constant", s -> s.noneMatch(Cash.class::isInstance));
        OF_PAYMENTS.put(
                "the same entities",
                s -> s.map(p -> p).filter(p -> p.getCents() > 700).count());
        OF_PAYMENTS.put(
                "an embedded object of a subclass",
                s -> s.filter(p -> p instanceof Card card
                                && card.getBank() != null
                                && "B1".equals(card.getBank().getName()))
                        .count());
        OF_PAYMENTS.put(
                "a reference of an embedded object",
                s -> s.filter(p -> p instanceof Card card
                                && card.getBank() != null
                                && card.getBank().getOwner() != null
                                && card.getBank().getOwner().getName().equals("P1"))
                        .map(Payment::getPaymentId)
                        .toList());
        OF_PAYMENTS.put(
                "a missing embedded object",
                s -> s.filter(p -> p instanceof Card card && card.getBank() == null)
                        .count());
        OF_PAYMENTS.put(
                "a choice by class",
                s -> s.map(p -> p instanceof Cash cash ? cash.getCoins() : p instanceof Credit ? -1 : -2)
                        .toList());
        OF_PAYMENTS.put(
                "groups",
                s -> s.collect(Collectors.groupingBy(
                        Payment::getText, TreeMap::new, Collectors.summingInt(Payment::getCents))));
        OF_PAYMENTS.put(
                "an order",
                s -> s.sorted(Comparator.comparing(Payment::getCents).reversed())
                        .map(Payment::getPaymentId)
                        .toList());
        OF_PAYMENTS.put(
                "a string of the class",
                s -> s.filter(p -> p.getText().endsWith("1")).count());

        OF_BILLS.put(
                "a field of a referenced superclass",
                s -> s.filter(b -> b.getPayment() != null && b.getPayment().getCents() > 500)
                        .count());
        OF_BILLS.put(
                "an overridden method of a referenced row",
                s -> s.mapToInt(b ->
                                b.getPayment() == null ? -1 : b.getPayment().getFee())
                        .sum());
        OF_BILLS.put(
                "the class of a referenced row",
                s -> s.filter(b ->
                                b.getPayment() instanceof Cash cash && cash.getCoins() != null && cash.getCoins() > 2)
                        .map(Bill::getBillId)
                        .toList());
        OF_BILLS.put(
                "numbers of referenced rows",
                s -> s.map(Bill::getPayment)
                        .filter(Objects::nonNull)
                        .map(Payment::getPaymentId)
                        .toList());
        OF_BILLS.put(
                "a missing row",
                s -> s.filter(b -> !(b.getPayment() instanceof Payment)).count());
    }

    private static Connection connection;
    private static MemoryStore store;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection server = DATABASE.connect();
                Statement statement = server.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
        }
        connection = DATABASE.connect(SCHEMA);
        execute("CREATE TABLE clip (clip_id INT PRIMARY KEY, length INT, title VARCHAR(20), price DECIMAL(9, 2))");
        execute("CREATE TABLE payer (payer_id INT PRIMARY KEY, name VARCHAR(9) NOT NULL)");
        execute("CREATE TABLE payment (payment_id INT PRIMARY KEY, kind VARCHAR(9) NOT NULL, cents INT NOT NULL,"
                + " payer_id INT, number VARCHAR(9), name VARCHAR(9), branch INT, owner_id INT, due INT, coins INT)");
        execute("CREATE TABLE bill (bill_id INT PRIMARY KEY, payment_id INT)");
        fill(new SplittableRandom(SEED));
        MysqlDataSource pool = new MysqlDataSource();
        pool.setUrl(DATABASE.url(SCHEMA));
        pool.setUser(DATABASE.user());
        pool.setPassword(DATABASE.password());
        store = MemoryStore.builder(pool)
                .tables(Clip.class, Payer.class, Bill.class)
                .table(ClassMapping.of(Payment.class, Credit.class))
                .open();
    }

    @AfterAll
    static void close() throws SQLException {
        store.close();
        execute("DROP DATABASE " + SCHEMA);
        connection.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void fill(SplittableRandom random) throws SQLException {
        for (String table : List.of("clip", "payer", "payment", "bill")) {
            execute("DELETE FROM " + table);
        }
        List<String> clips = new ArrayList<>();
        List<String> payments = new ArrayList<>();
        List<String> bills = new ArrayList<>();
        for (int id = 0; id < 300; id++) {
            clips.add("(%d, %s, %s, %s)"
                    .formatted(
                            id,
                            orNull(random, random.nextInt(40, 90)),
                            orNull(random, "'" + (char) ('A' + random.nextInt(4)) + random.nextInt(3) + "'"),
                            orNull(random, random.nextInt(300) / 100.0)));
            String kind = List.of("card", "credit", "cash").get(random.nextInt(3));
            boolean isCard = !kind.equals("cash");
            payments.add("(%d, '%s', %d, %s, %s, %s, NULL, %s, %s, %s)"
                    .formatted(
                            id,
                            kind,
                            random.nextInt(1_000),
                            orNull(random, random.nextInt(3)),
                            isCard ? "'N" + random.nextInt(20) + "'" : "NULL",
                            isCard ? orNull(random, "'B" + random.nextInt(3) + "'") : "NULL",
                            isCard ? orNull(random, random.nextInt(4)) : "NULL",
                            kind.equals("credit") ? orNull(random, random.nextInt(9)) : "NULL",
                            isCard ? "NULL" : orNull(random, random.nextInt(9))));
            bills.add("(%d, %s)".formatted(id, orNull(random, random.nextInt(300))));
        }
        execute("INSERT INTO payer VALUES (0, 'P0'), (1, 'P1'), (2, 'P2')");
        execute("INSERT INTO clip VALUES " + String.join(", ", clips));
        execute("INSERT INTO payment VALUES " + String.join(", ", payments));
        execute("INSERT INTO bill VALUES " + String.join(", ", bills));
    }

    private static Object orNull(SplittableRandom random, Object value) {
        return random.nextInt(6) == 0 ? "NULL" : value;
    }

    private static <E> void check(
            Class<E> rows, Map<String, Function<Stream<E>, @Nullable Object>> pipelines, long seed) {
        List<E> list = store.stream(rows).toList();
        SoftAssertions all = new SoftAssertions();
        pipelines.forEach((name, pipeline) -> {
            String what = name + ", seed " + seed;
            Object expected = result(() -> pipeline.apply(list.stream()));
            all.assertThat(result(() -> pipeline.apply(store.stream(rows))))
                    .as(what)
                    .isEqualTo(expected);
            all.assertThat(result(() -> pipeline.apply(store.stream(rows).parallel())))
                    .as(what + ", parallel")
                    .isEqualTo(expected);
            if (!(expected instanceof Class<?>)) {
                Explanation explained = store.explain(rows, pipeline);
                all.assertThat(explained.fallback()).as(what).isEmpty();
                all.assertThat(explained.entities()).as(what).isZero();
            }
        });
        all.assertAll();
    }

    /** Returns the result of a pipeline, or the class of its exception. */
    private static @Nullable Object result(Supplier<@Nullable Object> pipeline) {
        try {
            return pipeline.get();
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    @Test
    void lambdasReadColumns() throws Exception {
        for (long seed = SEED; seed < SEED + DATABASES; seed++) {
            fill(new SplittableRandom(seed));
            store.load();
            check(Clip.class, OF_CLIPS, seed);
            check(Payment.class, OF_PAYMENTS, seed);
            check(Bill.class, OF_BILLS, seed);
        }
    }

    @Test
    void fieldsOfOptionalsAndSuperclassesAreFound() {
        Field<Clip, Integer> length = store.field(Clip.class, "length", Integer.class);
        assertThat(store.stream(Clip.class).filter(length.greaterThan(60)).toList())
                .isEqualTo(store.stream(Clip.class).toList().stream()
                        .filter(Clip::isLong)
                        .toList())
                .isNotEmpty();
        assertThat(store.field(Payment::getCents).column()).isEqualTo("cents");
    }

    @Test
    void tablesOfSeveralClassesAreJoined() {
        List<Payment> payments = store.stream(Payment.class).toList();
        long expected = store.stream(Clip.class).toList().stream()
                .filter(clip -> payments.stream()
                        .anyMatch(payment -> payment.getPaymentId() == clip.clipId()
                                && payment instanceof Cash
                                && Objects.equals(payment.getCents() % 2, 0)))
                .count();
        assertThat(store
                        .from(Clip.class)
                        .join(Payment.class, (clip, payment) -> clip.clipId() == payment.getPaymentId())
                        .stream()
                        .filter(row ->
                                row.second() instanceof Cash && row.second().getCents() % 2 == 0)
                        .count())
                .isEqualTo(expected)
                .isPositive();
    }
}
