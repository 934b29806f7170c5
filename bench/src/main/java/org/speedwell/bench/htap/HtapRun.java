package org.speedwell.bench.htap;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.join.JoinBundle;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.bench.BenchFolders;
import org.speedwell.chbench.ChbenchApplicationBuilder;
import org.speedwell.schema.ChBenchmark;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/**
 * A run of CH-benCHmark: phases of transactions without and with replication alternate. The phases with replication
 * maintain queries, and measure the age of their results with and without an analyst. After each such phase, the run
 * compares some answers with the server.
 */
public final class HtapRun {
    private static final String SCHEMA = "speedwell_htap";

    /** The options of the embedded server. The tables fit into its buffer pool. */
    private static final List<String> OPTIONS = List.of("--innodb-buffer-pool-size=1G", "--innodb-log-file-size=512M");

    /** The share of the highest rate for the phases that are not at full load. */
    private static final double PART_OF_RATE = 0.5;

    /** The number of questions that the run compares with the server after a phase. */
    private static final int SAMPLE = 3;

    private static final Duration LONG = Duration.ofMinutes(5);

    private final Speedment app;
    private final DataStoreComponent store;
    private final ChTables tables;
    private final Terminals terminals;
    private final MaintainedQuestions maintained;
    private final Ages ages;
    private final AnswerCheck check;
    private final HtapResults results = new HtapResults();
    private final Random random = new Random(1);
    private final Duration time;

    private HtapRun(Database database, ChBenchmark size, Speedment app, Terminals terminals, Duration time) {
        this.app = app;
        this.terminals = terminals;
        this.time = time;
        store = app.getOrThrow(DataStoreComponent.class);
        tables = new ChTables(app, Manager::stream);
        maintained = new MaintainedQuestions(app, tables);
        ages = new Ages(tables);
        check = new AnswerCheck(database, SCHEMA, store, tables);
        results.describe(database, size, store);
    }

    /**
     * Loads the tables, runs all phases, and writes the results.
     *
     * @param clients the number of terminals
     * @param time the time of a phase
     * @param rounds how often the phases repeat
     * @throws IllegalStateException if an answer differs from that of the server
     */
    public static void run(ChBenchmark size, int clients, Duration time, int rounds, Path folder) throws Exception {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb-htap"), OPTIONS)) {
            size.load(database, SCHEMA, Progress.console());
            analyse(database);
            Speedment app = start(database, SCHEMA);
            try (Terminals terminals = new Terminals(database, SCHEMA, size, clients)) {
                HtapRun run = new HtapRun(database, size, app, terminals, time);
                run.measure(rounds);
                run.results.write(run.check, run.maintained, folder);
                run.maintained.close();
            } finally {
                app.stop();
            }
            drop(database);
        }
    }

    /** Starts the application and loads its tables. */
    static Speedment start(Database database, String schema) {
        Speedment app = new ChbenchApplicationBuilder()
                .withConnectionUrl(database.url(schema))
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withSkipLogoPrintout()
                .withBundle(JoinBundle.class)
                .withBundle(InMemoryBundle.class)
                .build();
        app.getOrThrow(DataStoreComponent.class).load();
        return app;
    }

    /** Collects statistics. Without them the server needs minutes for some questions. */
    private static void analyse(Database database) throws SQLException {
        try (Connection connection = database.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "ANALYZE TABLE customer, district, item, new_order, nation, order_line, orders, region, stock,"
                            + " supplier, warehouse");
        }
    }

    private static void drop(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private void measure(int rounds) throws Exception {
        maintained.nextOrders().subscribe(ages);
        store.follow();
        terminals.run(time, 0, ages);
        check.check(List.of(Question.values()), maintained.all());
        for (int round = 0; round < rounds; round++) {
            List<Phase> full = new ArrayList<>(List.of(Phase.WITHOUT, Phase.FOLLOWING, Phase.ANALYST));
            if (round % 2 == 1) {
                Collections.reverse(full); // a slow change of the machine's speed then cancels out
            }
            for (Phase phase : full) {
                run(phase, 0);
            }
            double fullRate = results.rate(Phase.WITHOUT);
            run(Phase.PART_FOLLOWING, fullRate * PART_OF_RATE);
            run(Phase.PART_ANALYST, fullRate * PART_OF_RATE);
        }
        check.check(List.of(Question.values()), maintained.all());
        results.timeQuestions(tables, maintained);
    }

    private void run(Phase phase, double rate) throws Exception {
        if (phase == Phase.WITHOUT) {
            store.stopFollowing();
            results.add(phase, terminals.run(time, rate, (_, _) -> {}));
            store.follow();
            await();
            return;
        }
        ages.start();
        if (phase.hasAnalyst()) {
            Analyst analyst = Analyst.start(app);
            try (analyst) {
                results.add(phase, terminals.run(time, rate, ages));
            }
            results.add(analyst.times());
        } else {
            results.add(phase, terminals.run(time, rate, ages));
        }
        results.add(phase, ages.end());
        List<Question> sample = new ArrayList<>(Arrays.asList(Question.values()));
        Collections.shuffle(sample, random);
        check.check(sample.subList(0, SAMPLE), maintained.all());
    }

    private void await() throws InterruptedException {
        if (!store.await(LONG)) {
            throw new IllegalStateException("Memory did not catch up: " + store.followStatus());
        }
    }
}
