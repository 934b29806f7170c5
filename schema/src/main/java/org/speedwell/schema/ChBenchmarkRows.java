package org.speedwell.schema;

import static org.speedwell.schema.ChBenchmark.DISTRICTS;
import static org.speedwell.schema.ChBenchmark.SUPPLIERS;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The rows of all tables of CH-benCHmark. Each table has a random generator of its own, so that its rows are fixed. */
record ChBenchmarkRows(ChBenchmark size) {
    private static final String ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static final List<String> REGIONS = List.of("Africa", "America", "Asia", "Europe", "Middle East");

    /** The nations of each region. The first character of a customer's state is the code of a nation. */
    private static final List<List<String>> NATIONS = List.of(
            List.of("Algeria Angola Botswana Cameroon Ethiopia Ghana Kenya Morocco Mozambique Namibia Senegal Tunisia"
                    .split(" ")),
            List.of("Argentina Bolivia Brazil Canada Chile Colombia Cuba Ecuador Mexico Panama Peru Uruguay"
                    .split(" ")),
            List.of("Cambodia China India Indonesia Japan Laos Malaysia Mongolia Nepal Singapore Thailand Vietnam"
                    .split(" ")),
            List.of("Austria Belgium Denmark Finland France Germany Greece Ireland Italy Norway Poland Portugal Spain"
                    .split(" ")),
            List.of("Bahrain Cyprus Egypt Iran Iraq Israel Jordan Kuwait Lebanon Oman Qatar Turkey Yemen".split(" ")));

    /** One in this many items has one of the beginnings or ends. */
    private static final int MARKED = 50;

    private static final List<String> BEGINNINGS = List.of("PR", "co", "zz");
    private static final List<String> ENDS = List.of("BB", "a", "b", "c");

    private static final long FIRST_ENTRY =
            LocalDate.of(2010, 1, 1).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    private static final long DAY = 86_400;
    private static final int PERMUTATION_KEY = 77;
    private static final int CUSTOMERS_WITH_ALL_NAMES = 1_000;
    private static final long CREDIT_LIMIT = 50_000_00;
    private static final int INITIAL_DISTRICT_SALES = 30_000_00;

    List<SchemaLoad.TableRows> tables() {
        long districts = (long) size.warehouses() * DISTRICTS;
        return List.of(
                table("warehouse", size.warehouses(), this::warehouse),
                table("district", districts, this::district),
                table(
                        "customer",
                        districts * size.customers(),
                        (row, to, random) -> customer(place(row, size.customers()), to, random)),
                table(
                        "history",
                        districts * size.customers(),
                        (row, to, random) -> history(place(row, size.customers()), row, to, random)),
                table("new_order", districts * newOrders(), (row, to, random) -> newOrder(place(row, newOrders()), to)),
                table(
                        "orders",
                        districts * size.orders(),
                        (row, to, random) -> order(place(row, size.orders()), to, random)),
                new SchemaLoad.TableRows("order_line", districts * size.orders() * 10, this::orderLines),
                table("item", size.items(), this::item),
                table("stock", (long) size.warehouses() * size.items(), this::stock),
                table("supplier", SUPPLIERS, this::supplier),
                new SchemaLoad.TableRows("nation", ALPHANUMERIC.length(), this::nations),
                table("region", REGIONS.size(), this::region));
    }

    /** A writer of the values of a row. */
    @FunctionalInterface
    private interface Line {
        void write(long row, Insert to, RandomGenerator random) throws SQLException;
    }

    private static SchemaLoad.TableRows table(String name, long rows, Line line) {
        return new SchemaLoad.TableRows(name, rows, (insert, task) -> {
            SplittableRandom random = new SplittableRandom(name.hashCode());
            for (long row = 0; row < rows; row++) {
                line.write(row, insert.row(), random);
                insert.endRow();
                task.advance(1);
            }
        });
    }

    /**
     * The keys of a row that belongs to a district. All start at 1.
     *
     * @param number the number of the row in its district
     */
    private record Place(int warehouse, int district, int number) {}

    private static Place place(long row, int rowsOfDistrict) {
        long district = row / rowsOfDistrict;
        return new Place(
                (int) (district / DISTRICTS) + 1, (int) (district % DISTRICTS) + 1, (int) (row % rowsOfDistrict) + 1);
    }

    private int newOrders() {
        return size.orders() - size.firstNewOrder() + 1;
    }

    private void warehouse(long row, Insert to, RandomGenerator random) throws SQLException {
        address(to.number(row + 1).text(text(random, 6, 10)), random)
                .literal("0." + digits(random, 4, 2_000))
                .cents(DISTRICTS * (long) INITIAL_DISTRICT_SALES);
    }

    private void district(long row, Insert to, RandomGenerator random) throws SQLException {
        address(to.number(row / DISTRICTS + 1).number(row % DISTRICTS + 1).text(text(random, 6, 10)), random)
                .literal("0." + digits(random, 4, 2_000))
                .cents(INITIAL_DISTRICT_SALES)
                .number(size.orders() + 1);
    }

    private static Insert address(Insert to, RandomGenerator random) {
        return to.text(text(random, 10, 20))
                .text(text(random, 10, 20))
                .text(text(random, 10, 20))
                .text(text(random, 2, 2))
                .text(digits(random, 4, 10_000) + "11111");
    }

    private void customer(Place at, Insert to, RandomGenerator random) throws SQLException {
        int name = at.number <= CUSTOMERS_WITH_ALL_NAMES
                ? at.number - 1
                : (random.nextInt(256) | random.nextInt(ChBenchmark.NAMES)) % ChBenchmark.NAMES;
        to.number(at.warehouse)
                .number(at.district)
                .number(at.number)
                .text(text(random, 8, 16))
                .text("OE")
                .text(ChBenchmark.lastName(name));
        address(to, random)
                .text(digits(random, 8, 100_000_000) + digits(random, 8, 100_000_000))
                .moment(FIRST_ENTRY)
                .text(random.nextInt(10) == 0 ? "BC" : "GC")
                .cents(CREDIT_LIMIT)
                .literal("0." + digits(random, 4, 5_000))
                .cents(-10_00)
                .cents(10_00)
                .number(1)
                .number(0)
                .text(text(random, 300, 500));
    }

    private void history(Place at, long row, Insert to, RandomGenerator random) throws SQLException {
        to.number(row + 1)
                .number(at.number)
                .number(at.district)
                .number(at.warehouse)
                .number(at.district)
                .number(at.warehouse)
                .moment(FIRST_ENTRY)
                .cents(10_00)
                .text(text(random, 12, 24));
    }

    private void newOrder(Place at, Insert to) {
        to.number(at.warehouse).number(at.district).number(at.number + size.firstNewOrder() - 1L);
    }

    private void order(Place at, Insert to, RandomGenerator random) throws SQLException {
        to.number(at.warehouse)
                .number(at.district)
                .number(at.number)
                .number(Permutation.of(at.number - 1, size.customers(), PERMUTATION_KEY + at.district) + 1L)
                .moment(entry(at));
        boolean isDelivered = at.number < size.firstNewOrder();
        int carrier = random.nextInt(10) + 1;
        to.literal(isDelivered ? Integer.toString(carrier) : "NULL")
                .number(lines(at))
                .number(1);
    }

    /** Returns the time of an order. A district receives a few orders a day. */
    private static long entry(Place order) {
        return FIRST_ENTRY + order.number * (DAY / 4) + order.district * 60L;
    }

    /** Returns the number of lines of an order. It depends on the keys alone, because two tables need it. */
    private static int lines(Place order) {
        long district = (long) order.warehouse * DISTRICTS + order.district;
        return 5 + Permutation.below(11, district, order.number);
    }

    private void orderLines(Insert to, Progress.Task task) throws SQLException {
        SplittableRandom random = new SplittableRandom("order_line".hashCode());
        long all = (long) size.warehouses() * DISTRICTS * size.orders();
        for (long order = 0; order < all; order++) {
            Place at = place(order, size.orders());
            int lines = lines(at);
            boolean isDelivered = at.number < size.firstNewOrder();
            for (int line = 1; line <= lines; line++) {
                to.row()
                        .number(at.warehouse)
                        .number(at.district)
                        .number(at.number)
                        .number(line)
                        .number(random.nextInt(size.items()) + 1L)
                        .number(at.warehouse);
                (isDelivered ? to.moment(entry(at) + DAY) : to.literal("NULL"))
                        .number(5)
                        .cents(random.nextInt(999_999) + 1L)
                        .text(text(random, 24, 24));
                to.endRow();
                task.advance(1);
            }
        }
    }

    private void item(long row, Insert to, RandomGenerator random) throws SQLException {
        String data = text(random, 26, 50);
        int mark = (int) (row % MARKED);
        if (mark < BEGINNINGS.size()) {
            data = BEGINNINGS.get(mark) + data.substring(2);
        } else if (mark - BEGINNINGS.size() < ENDS.size()) {
            String end = ENDS.get(mark - BEGINNINGS.size());
            data = data.substring(0, data.length() - end.length()) + end;
        } else if (random.nextInt(10) == 0) {
            data = data.substring(0, 8) + "ORIGINAL" + data.substring(16);
        }
        to.number(row + 1)
                .number(random.nextInt(10_000) + 1L)
                .text(text(random, 14, 24))
                .cents(random.nextInt(99_00) + 1_00L)
                .text(data);
    }

    private void stock(long row, Insert to, RandomGenerator random) throws SQLException {
        to.number(row / size.items() + 1).number(row % size.items() + 1).number(random.nextInt(91) + 10L);
        for (int district = 0; district < DISTRICTS; district++) {
            to.text(text(random, 24, 24));
        }
        to.number(0).number(random.nextInt(50)).number(0).text(text(random, 26, 50));
    }

    private void supplier(long row, Insert to, RandomGenerator random) throws SQLException {
        String comment = text(random, 40, 90);
        to.number(row)
                .text("Supplier " + digits(random, 6, 1_000_000) + row)
                .text(text(random, 10, 40))
                .number(ALPHANUMERIC.charAt(random.nextInt(ALPHANUMERIC.length())))
                .text(digits(random, 15, 1_000_000_000))
                .cents(random.nextInt(1_099_999) - 99_999L)
                .text(random.nextInt(100) == 0 ? comment.substring(0, 20) + "bad" + comment.substring(20) : comment);
    }

    private void nations(Insert to, Progress.Task task) throws SQLException {
        List<Integer> regions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int region = 0; region < REGIONS.size(); region++) {
            for (String name : NATIONS.get(region)) {
                regions.add(region);
                names.add(name);
            }
        }
        for (int i = 0; i < ALPHANUMERIC.length(); i++) {
            // Codes next to each other belong to different regions.
            int nation = i * 13 % ALPHANUMERIC.length();
            to.row()
                    .number(ALPHANUMERIC.charAt(i))
                    .text(names.get(nation))
                    .number(regions.get(nation))
                    .text("");
            to.endRow();
            task.advance(1);
        }
    }

    private void region(long row, Insert to, RandomGenerator random) throws SQLException {
        to.number(row).text(REGIONS.get((int) row)).text("");
    }

    private static String text(RandomGenerator random, int shortest, int longest) {
        int length = shortest + random.nextInt(longest - shortest + 1);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(ALPHANUMERIC.charAt(random.nextInt(ALPHANUMERIC.length())));
        }
        return text.toString();
    }

    /** Returns a random number below a limit with leading zeros. */
    private static String digits(RandomGenerator random, int length, int limit) {
        String number = Integer.toString(random.nextInt(limit));
        return "0".repeat(Math.max(0, length - number.length())) + number;
    }
}
