package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/** Doctor reports each problem of the model or the database, and its remedy. */
@Tag("database")
class DoctorTest {
    private static final String USER = "'speedwell_poor'@'%'";

    @TempDir
    private static Path folder;

    private static ShopSchema shop;
    private static Path model;

    @BeforeAll
    static void writeTheModel() throws SQLException {
        shop = new ShopSchema(Database.forTests(), "speedwell_test_doctor");
        Path project = folder.resolve("shop");
        assertThat(shop.run("init", "--package=com.example.shop", "--directory=" + project)
                        .exitCode())
                .isZero();
        model = project.resolve("speedment.json");
    }

    @AfterAll
    static void dropTheSchema() throws SQLException {
        shop.close();
    }

    private static ShopSchema.Run doctor(String... further) {
        String[] arguments = new String[further.length + 1];
        arguments[0] = "--model=" + model;
        System.arraycopy(further, 0, arguments, 1, further.length);
        return shop.run("doctor", arguments);
    }

    /** Changes the schema, runs doctor, and undoes the change. Returns the output. */
    private static String after(String change, String undone) throws SQLException {
        shop.execute(change);
        try {
            return doctor().said();
        } finally {
            shop.execute(undone);
        }
    }

    @Test
    void loadedViewsAreChecked() throws SQLException {
        assertThat(doctor("--view=big_orders=id").said())
                .contains("a view, loaded as a read-only table by id", "FollowConfiguration.viewPeriod");
        assertThat(doctor("--view=big_orders").said()).contains("read-only table without a key");
        ShopSchema.Run wrong = doctor("--view=small_orders", "--view=customer", "--view=big_orders=name");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.said())
                .contains("The model has no view small_orders. Its views are big_orders.")
                .contains("customer is a table, which is always loaded")
                .contains("The view big_orders has no column name");
        shop.execute("CREATE OR REPLACE VIEW big_orders AS SELECT a.id, b.net FROM `order` a, `order` b");
        try {
            assertThat(doctor("--view=big_orders=id").said())
                    .contains("The key id does not identify the rows of view big_orders");
            ShopSchema.Run right = doctor("--view=big_orders=id,net");
            assertThat(right.exitCode()).isLessThan(2);
            assertThat(right.said()).containsPattern("big_orders [^,]*\\(10,000 rows");
        } finally {
            shop.execute("CREATE OR REPLACE VIEW big_orders AS SELECT id, net FROM `order` WHERE net > 90");
        }
    }

    @Test
    void viewOptionNamesViewAndKey() {
        assertThat(doctor("--view=big_orders=").said())
                .contains("'big_orders=' is not a view with its key: write it as big_orders or big_orders=id,line");
        ShopSchema.Run init = shop.run(
                "init",
                "--package=com.example.other",
                "--directory=" + folder.resolve("other"),
                "--view=big_orders=key");
        assertThat(init.exitCode()).isEqualTo(2);
        assertThat(init.said()).contains("The view big_orders has no column key");
        assertThat(folder.resolve("other")).doesNotExist();
        assertThat(shop.run("init", "--package=com.example.none", "--directory=" + folder.resolve("none"))
                        .said())
                .contains("note     big_orders: a view\n");
        assertThat(shop.run(
                                "init",
                                "--package=com.example.other",
                                "--directory=" + folder.resolve("other"),
                                "--view=big_orders=id")
                        .said())
                .contains("note     big_orders: a view, loaded as a read-only table by id")
                .doesNotContain("big_orders: a view\n");
    }

    @Test
    void matchingModelHasOnlyWarnings() {
        ShopSchema.Run run = doctor();

        assertThat(run.exitCode()).as(run.said()).isEqualTo(1);
        assertThat(run.said())
                .contains("3rd_party log: no primary key", "ADD PRIMARY KEY")
                .contains("3rd_party log: engine MyISAM", "ENGINE = InnoDB")
                .contains("order.shipped: zero dates", "badValue(BadValue.NULL)")
                .contains("ok       memory: about ", "orderLine")
                .contains("0 errors, ");
    }

    @Test
    void zeroDatesInAKeyNeedAString() throws Exception {
        assertThat(doctor().said()).doesNotContain("closing.day");
        Path dated = Files.writeString(
                folder.resolve("dated.json"),
                Files.readString(model)
                        .replaceFirst("(?s)(\"name\" : \"day\".{1,200}?)java.lang.String", "$1java.sql.Date"));
        assertThat(shop.run("doctor", "--model=" + dated).said())
                .contains("warning  closing.day: zero dates such as 0000-00-00, which a load rejects")
                .contains("Set \"databaseType\": \"java.lang.String\" in the model; a key is never NULL.");
    }

    @Test
    void driftIsReportedByTableAndColumn() throws SQLException {
        assertThat(after("ALTER TABLE customer DROP born", "ALTER TABLE customer ADD born DATE"))
                .contains("error    customer.born: in the model, but not in the database", "Change speedment.json");
        assertThat(after("ALTER TABLE customer ADD age INT", "ALTER TABLE customer DROP age"))
                .contains("note     customer: columns age are not in the model");
        assertThat(after("ALTER TABLE customer MODIFY born VARCHAR(20)", "ALTER TABLE customer MODIFY born DATE"))
                .contains("error    customer.born: varchar(20) in the database, java.sql.Date in the model");
        assertThat(after(
                        "ALTER TABLE customer MODIFY last_name VARCHAR(40) NULL",
                        "ALTER TABLE customer MODIFY last_name VARCHAR(40) NOT NULL"))
                .contains("warning  customer.last_name: nullable in the database, but NOT NULL in the model");
        assertThat(after("RENAME TABLE line_note TO remark", "RENAME TABLE remark TO line_note"))
                .contains("error    line_note: in the model, but not in the database")
                .contains("note     remark: in the database, but not in the model");
        assertThat(after(
                        "ALTER TABLE shop_application ADD other INT NOT NULL, DROP PRIMARY KEY, ADD PRIMARY KEY (other)",
                        "ALTER TABLE shop_application DROP PRIMARY KEY, DROP other, ADD PRIMARY KEY (id)"))
                .contains("error    shop_application: primary key [other] in the database, [id] in the model");
    }

    @Test
    void missingGrantsAreReported() throws SQLException {
        assumeTrue(shop.mayGrant(), "The user of this server may not grant anything.");
        shop.execute("DROP USER IF EXISTS " + USER);
        shop.execute("CREATE USER " + USER + " IDENTIFIED BY 'secret'");
        shop.execute("GRANT SELECT ON " + shop.name + ".customer TO " + USER);
        shop.execute("GRANT INSERT ON " + shop.name + ".orderLine TO " + USER);

        ShopSchema.Run run = ShopSchema.tool(
                "doctor",
                "--model=" + model,
                "--url=" + shop.database.url(shop.name),
                "--user=speedwell_poor",
                "--password=secret");
        shop.execute("DROP USER " + USER);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.said())
                .contains("error    orderLine: cannot be read", "GRANT SELECT ON `" + shop.name + "`.`orderLine`")
                .contains("error    order: in the model, but not in the database, or the user cannot see it")
                .contains("GRANT REPLICATION SLAVE ON *.* TO")
                .contains("GRANT REPLICATION CLIENT ON *.* TO")
                .doesNotContain("error    customer");
    }

    @Test
    void unsuitableBinlogIsReported() throws SQLException {
        assertThat(after("SET GLOBAL binlog_row_image = 'MINIMAL'", "SET GLOBAL binlog_row_image = 'FULL'"))
                .contains("warning  following the database: binlog_row_image is MINIMAL")
                .contains("SET GLOBAL binlog_row_image = 'FULL'. Loads and reloads work without it.");
    }

    @Test
    void tooLittleMemoryIsReported() {
        assertThat(doctor("--memory=1K"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.said()).contains("error    memory: about ", "The machine has 1.0 KB"));
        assertThat(doctor("--memory=lots").said()).contains("'lots' is not a number of bytes: write it as 512M or 8G");
    }

    @Test
    void missingFlagsOfAProcessAreReported() {
        String self = Long.toString(ProcessHandle.current().pid());
        assertThat(doctor("--pid=" + self).said()).contains("JVM: started without --add-modules=jdk.incubator.vector");
        assertThat(doctor("--pid=" + Long.MAX_VALUE).said()).contains("error    JVM: there is no process ");
    }

    @Test
    void invalidModelIsReported() throws Exception {
        Path none = Files.writeString(folder.resolve("none.json"), "{\"config\": {}}");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"config\"");
        Path badPackage = Files.writeString(
                folder.resolve("package.json"), Files.readString(model).replace("com.example.shop", "com.example.new"));

        assertThat(shop.run("doctor", "--model=" + folder.resolve("missing.json"))
                        .said())
                .contains("missing.json: there is no such file");
        assertThat(shop.run("doctor", "--model=" + none).said()).contains("it is not a Speedment model");
        assertThat(shop.run("doctor", "--model=" + broken).said()).contains("it cannot be read");
        assertThat(shop.run("doctor", "--model=" + badPackage).said())
                .contains("error    packageName com.example.new: 'new' is a keyword of Java");
    }
}
