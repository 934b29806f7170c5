package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.FilmManager;

/**
 * Verifies replication from MySQL in each {@code gtid_mode}, across changes of the mode, and over a binlog with both
 * kinds of transactions.
 */
@Tag("database")
@Timeout(600)
class FollowGtidModesTest {
    /** The modes in order. The server changes its mode only by one step at a time. */
    private static final List<String> MODES = List.of("OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON");

    private FollowedSakila sakila;
    private String modeBefore;

    /**
     * The number of the last change. It exceeds the length of every film, so a length identifies the change that set
     * it.
     */
    private int changes = 10_000;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_gtid_modes");
        assumeFalse(sakila.database().isMariaDb(), "MariaDB has no gtid_mode");
        modeBefore = mode();
        setMode("ON"); // fills gtid_executed
        change();
    }

    @AfterEach
    void close() throws SQLException {
        if (modeBefore != null) {
            setMode(modeBefore);
        }
        sakila.close();
    }

    @Test
    void rowsReplicateInEachMode() throws Exception {
        for (String mode : MODES.reversed()) {
            setMode(mode);
            change();
            sakila.start();
            for (int i = 0; i < 3; i++) {
                changeAndCompare(mode);
            }
            assertThat(sakila.store().position().orElseThrow().gtids().isEmpty())
                    .as("a position in mode " + mode + " has no ids")
                    .isEqualTo(!mode.equals("ON"));
            assertThat(sakila.store().followStatus().orElseThrow().reloads()).isZero();
            sakila.app().stop();
        }
    }

    @Test
    void gtidsMayHaveTags() throws Exception {
        sakila.start();
        try {
            sakila.execute("SET SESSION gtid_next = 'AUTOMATIC:speedwell'");
        } catch (SQLException e) {
            assumeFalse(true, "This server has no tags of ids: " + e.getMessage());
        }
        changeAndCompare("with a tag");
        sakila.execute("SET SESSION gtid_next = 'AUTOMATIC'");
        changeAndCompare("without a tag");
        assertThat(sakila.store().followStatus().orElseThrow().reloads()).isZero();
    }

    @Test
    void rowsReplicateWhileTheModeChanges() throws Exception {
        sakila.start();
        for (String mode : List.of("ON_PERMISSIVE", "OFF_PERMISSIVE", "OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON")) {
            setMode(mode);
            for (int i = 0; i < 3; i++) {
                changeAndCompare("after a change to " + mode);
            }
        }
    }

    @Test
    void replicationContinuesInAnotherMode() throws Exception {
        for (String started : MODES) {
            for (String later : MODES) {
                setMode(started);
                sakila.start();
                changeAndCompare(started);
                sakila.store().stopFollowing();
                change();
                setMode(later);
                change();
                sakila.store().follow();
                changeAndCompare(started + ", then " + later);
                sakila.app().stop();
            }
        }
    }

    private void changeAndCompare(String when) throws Exception {
        change();
        if (changes % 2 == 0) {
            sakila.awaitOwn();
        } else {
            sakila.awaitAll();
        }
        assertThat(sakila.app().getOrThrow(ActorManager.class).stream().count())
                .as(() -> when + ": " + sakila.store().followStatus())
                .isEqualTo(count("actor"));
        assertThat(sakila.app().getOrThrow(FilmManager.class).stream()
                        .filter(film -> film.getLength().orElse(0) == changes)
                        .count())
                .as(when)
                .isEqualTo(10);
        // the status may briefly report a silent server
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> sakila.store().followStatus().orElseThrow().phase() == Phase.FOLLOWING);
    }

    private void change() throws SQLException {
        changes++;
        sakila.execute(
                "INSERT INTO actor (first_name, last_name) VALUES ('ADA', 'LOVELACE')",
                "UPDATE film SET length = " + changes + " WHERE film_id <= 10");
    }

    private void setMode(String wanted) throws SQLException {
        int to = MODES.indexOf(wanted);
        for (int at = MODES.indexOf(mode()); at != to; ) {
            at += Integer.signum(to - at);
            sakila.execute("SET GLOBAL gtid_mode = " + MODES.get(at));
        }
    }

    private String mode() throws SQLException {
        return value("SELECT @@global.gtid_mode");
    }

    private long count(String table) throws SQLException {
        return Long.parseLong(value("SELECT COUNT(*) FROM " + table));
    }

    private String value(String query) throws SQLException {
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
