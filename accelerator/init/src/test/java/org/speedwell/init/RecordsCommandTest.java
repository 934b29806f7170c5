package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/** The option {@code --records} of the init command. */
@Tag("database")
class RecordsCommandTest {
    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ShopSchema shop;

    @BeforeEach
    void create() throws Exception {
        shop = new ShopSchema(Database.forTests(), "speedwell_test_records_shop");
    }

    @AfterEach
    void drop() throws Exception {
        shop.close();
    }

    private ShopSchema.Run records(String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("--records", "--package=com.example.shop", "--directory=" + folder));
        arguments.addAll(List.of(options));
        return shop.run("init", arguments.toArray(String[]::new));
    }

    private Path file(String name) {
        return folder.resolve("com/example/shop").resolve(name);
    }

    @Test
    void onlyRecordsAreWritten() throws Exception {
        ShopSchema.Run run = records();
        assertThat(run.exitCode()).as(run.said()).isZero();
        assertThat(CompiledRecords.files(folder))
                .extracting(path -> path.getFileName().toString())
                .containsExactly(
                        "Customer.java",
                        "LineNote.java",
                        "Main.java",
                        "Order.java",
                        "OrderLine.java",
                        "ShopApplication.java",
                        "StringTable.java",
                        "Table3rdPartyLog.java",
                        "Visit.java");
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(9);
        }
        assertThat(CompiledRecords.errors(CompiledRecords.files(folder), Files.createDirectory(folder.resolve("out"))))
                .isEmpty();
    }

    @Test
    void componentsHaveExactTypesAndTheNamesOfColumns() {
        records();
        assertThat(file("Order.java")).content().isEqualTo("""
                package com.example.shop;

                import jakarta.persistence.Column;
                import java.math.BigDecimal;
                import java.math.BigInteger;
                import java.time.Duration;
                import java.time.LocalDate;
                import java.time.LocalDateTime;

                /** A row of the table order. */
                public record Order(
                        BigInteger id,
                        long customerId,
                        String key,
                        @Column(name = "class") String classColumn,
                        String status,
                        String payment,
                        String extras,
                        LocalDateTime placed,
                        LocalDate shipped,
                        Duration handling,
                        BigDecimal net,
                        BigDecimal gross) {}
                """);
        assertThat(file("StringTable.java")).content().isEqualTo("""
                package com.example.shop;

                import jakarta.persistence.Table;

                /** A row of the table string. */
                @Table(name = "string")
                public record StringTable(
                        int id,
                        ObjectValue object,
                        int Größe,
                        Integer 日本) {
                    /** A value of the column object. */
                    public enum ObjectValue {
                        a,
                        b
                    }
                }
                """);
        assertThat(file("OrderLine.java")).content().contains("Integer line_2").contains("@Column(name = \"2nd_sku\")");
    }

    @Test
    void typesDependOnTheRows() throws Exception {
        shop.execute("UPDATE customer SET active = 2 WHERE id = 1");
        shop.execute("ALTER TABLE `string` ADD mood ENUM ('happy', 'sad')");
        shop.execute("UPDATE IGNORE `string` SET mood = 'angry'");
        assertThat(records().said())
                .contains("customer.active: a TINYINT(1) with other values than 0 and 1")
                .contains("string.mood: the empty value of an ENUM");
        assertThat(file("Customer.java")).content().contains("int active,");
        assertThat(file("StringTable.java")).content().contains("String mood");
    }

    @Test
    void summaryHasFindingsTablesAndCode() {
        assertThat(records("--view=big_orders=id").said())
                .contains("closing: zero dates such as 0000-00-00 in its primary key")
                .contains("order.shipped: zero dates such as 0000-00-00")
                .contains("order.handling: times below 00:00:00 or above 23:59:59")
                .contains("3rd_party log: no primary key")
                .contains("big_orders: a view, loaded as a read-only table by id")
                .contains("table             record            columns  key\n")
                .contains("orderLine         OrderLine               5  order_id, line_no\n")
                .contains("10 records are in " + folder.resolve("com/example/shop"))
                .contains("jakarta.persistence:jakarta.persistence-api")
                .contains("Annotations name the tables, columns or keys of Table3rdPartyLog, BigOrders, Main, Order")
                .contains("    MemoryStore store = MemoryStore.builder(dataSource)\n            .tables(")
                .contains("            .configure(settings -> settings.badValue(BadValue.NULL))\n            .open();");
        assertThat(file("BigOrders.java")).content().contains("@Id BigInteger id");
    }

    @Test
    void editedFilesAreKept() throws Exception {
        records();
        assertThat(records().exitCode()).isZero();
        Files.writeString(file("Visit.java"), "mine");
        Files.delete(file("Order.java"));
        ShopSchema.Run again = records();
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.said())
                .contains("init overwrites nothing, and these files exist with other contents: " + file("Visit.java"))
                .contains("--directory");
        assertThat(file("Visit.java")).hasContent("mine");
        assertThat(file("Order.java")).doesNotExist();
    }

    @Test
    void wrongArgumentsAreRefused() throws Exception {
        assertThat(records("--view=nothing").said()).contains("no view nothing", "big_orders");
        assertThat(records("--view=big_orders=net,other").said()).contains("has no column other");
        assertThat(records("--directory=" + Files.writeString(folder.resolve("notes.txt"), "mine"))
                        .said())
                .contains("--directory");
        shop.execute("DROP VIEW big_orders");
        for (String table :
                List.of("line_note", "orderLine", "`order`", "customer", "`3rd_party log`", "`string`", "main")) {
            shop.execute("DROP TABLE " + table);
        }
        for (String table : List.of("shop_application", "visit", "closing")) {
            shop.execute("DROP TABLE " + table);
        }
        assertThat(records().said()).contains("has no tables for records", "--url");
        shop.execute("CREATE VIEW only AS SELECT 1 AS one");
        assertThat(records().said()).contains("has no tables for records", "only: a view", "--view names the views");
        assertThat(folder.resolve("com")).doesNotExist();
    }
}
