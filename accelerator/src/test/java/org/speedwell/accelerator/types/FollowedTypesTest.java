package org.speedwell.accelerator.types;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ProjectComponent;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.replication.FollowedRows;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.hostile.HostileApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Hostile;
import org.speedwell.schema.TortureChanges;

/** The values of every type, from the binlog and from a load. They are equal for every setting of the driver. */
@Tag("oracle")
@Tag("database")
class FollowedTypesTest {
    private static final String SCHEMA = "speedwell_test_followed";
    private static final int CHANGES = Integer.getInteger("speedwell.followedChanges", 400);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122L);

    private static TortureDatabase database;
    private static FollowedRows rows;

    /** Creates the schema after the follower starts, so that it also reads the first rows of the schema. */
    @BeforeAll
    static void change() throws Exception {
        rows = new FollowedRows(Database.forTests(), SCHEMA);
        database = new TortureDatabase(SCHEMA);
        TortureChanges changes = new TortureChanges(SEED);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00'");
            for (int i = 0; i < CHANGES; i++) {
                try {
                    statement.execute(changes.next());
                } catch (SQLIntegrityConstraintViolationException e) {
                    // another row has the key
                }
            }
        }
        rows.read();
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @Test
    void everyRowEqualsThatOfALoad() throws Exception {
        assertThat(rows.rows()).isGreaterThan(3_000);
        assertSame("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=true",
                "yearIsDateType=false",
                "tinyInt1isBit=true&transformedBitIsBoolean=true",
                "characterEncoding=latin1",
                "characterSetResults=latin1",
                "characterSetResults=UTF-8",
                "sessionVariables=sql_mode='ANSI_QUOTES'",
                "sessionVariables=sql_mode='PAD_CHAR_TO_FULL_LENGTH'",
                "zeroDateTimeBehavior=CONVERT_TO_NULL",
                "zeroDateTimeBehavior=ROUND",
            })
    void driverSettingsHaveTheSameEffect(String settings) throws Exception {
        assertSame(settings);
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Stockholm, connectionTimeZone=LOCAL",
        "America/Sao_Paulo, connectionTimeZone=SERVER",
        "America/New_York, connectionTimeZone=Europe/Stockholm&useServerPrepStmts=true",
        "Asia/Tokyo, connectionTimeZone=%2B05:30&forceConnectionTimeZoneToSession=true",
        "Europe/Stockholm, connectionTimeZone=America/New_York&preserveInstants=false",
        "Pacific/Apia, serverTimezone=Asia/Tokyo",
        "Europe/London, sessionVariables=time_zone='%2B03:00'",
    })
    void timeZonesEqualThoseOfTheLoad(String ofJvm, String settings) throws Exception {
        TimeZone zone = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(ofJvm));
        try {
            assertSame(settings);
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void rowsOfTheHostileSchemaEqualThoseOfALoad() throws Exception {
        Database server = Database.forTests();
        String schema = "speedwell_test_followed_hostile";
        Hostile.load(server, schema);
        Speedment app = new HostileApplicationBuilder()
                .withConnectionUrl(server.url(schema))
                .withUsername(server.user())
                .withPassword(server.password())
                .withSchema(schema)
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .withSkipLogoPrintout()
                .build();
        FollowedRows hostile = new FollowedRows(server, schema);
        Snapshot before = hostile.load(app, server.url(schema), _ -> true);
        try (Connection connection = server.connect(schema);
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION foreign_key_checks = 0");
            Project project = app.getOrThrow(ProjectComponent.class).getProject();
            for (TableStore<?> table : before.tables()) {
                String name = DocumentDbUtil.referencedTable(project, SpeedmentIds.identifier(table.identifier()))
                        .getName();
                statement.execute("DELETE FROM `" + name.replace("`", "``") + "`");
            }
            hostile.read();
            hostile.assertLoaded("hostile", before, true, app, server.url(schema));
            assertThat(hostile.rows()).isGreaterThan(60);
            statement.execute("DROP DATABASE " + schema);
        } finally {
            app.stop();
        }
    }

    private static void assertSame(String settings) throws Exception {
        String url = database.database().url(SCHEMA);
        String with = settings.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + settings;
        Speedment app = database.builder().withConnectionUrl(with).build();
        try {
            Snapshot loaded = rows.load(app, with, _ -> true);
            rows.assertLoaded("seed " + SEED + " with " + settings, loaded, false, app, with);
        } finally {
            app.stop();
        }
    }
}
