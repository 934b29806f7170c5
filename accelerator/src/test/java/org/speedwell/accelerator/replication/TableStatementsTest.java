package org.speedwell.accelerator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogPlace;

/** The statements that provably keep the values of a table. A statement that is not known must count as a change. */
@Tag("unit")
class TableStatementsTest {
    private static final Set<String> COLUMNS = Set.of("id", "name", "a");

    private static boolean keepsValues(String sql) {
        StatementText text = StatementText.of(sql);
        return text.isCertain() && AlterTable.keepsValues(text.sql(), COLUMNS::contains);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE t ADD INDEX i (a)",
                "alter table `s`.`t` add unique key `x,y` (a, name), comment = 'it''s, or (not'",
                "ALTER TABLE t ADD CONSTRAINT `c` UNIQUE (a), ADD CONSTRAINT CHECK (a > 0), DROP KEY i",
                "ALTER TABLE t ADD INDEX i (a) -- it's\n, COMMENT '-- # /* x */'",
                "SET STATEMENT sql_mode='for', lock_wait_timeout=1 FOR ALTER TABLE t ADD INDEX i (a)",
                "ALTER TABLE t ADD COLUMN fresh INT NOT NULL DEFAULT 3 AFTER a, ALGORITHM = INSTANT",
                "ALTER TABLE t ADD COLUMN IF NOT EXISTS fresh INT",
                "ALTER TABLE t ADD fresh DECIMAL(10, 2) COMMENT 'a,b', DROP COLUMN gone",
                "ALTER TABLE t ALTER COLUMN a SET DEFAULT 5, ALTER name DROP DEFAULT",
                "ALTER TABLE t AUTO_INCREMENT=100 COMMENT='x'",
                "ALTER TABLE /* of ours */ t RENAME INDEX i TO j",
                "/*!40000 ALTER TABLE `t` DISABLE KEYS */",
                "CREATE UNIQUE INDEX i ON t (a)",
                "DROP INDEX i ON t"
            })
    void statementsKeepValues(String sql) {
        assertThat(keepsValues(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE t DROP COLUMN a, ADD COLUMN a VARCHAR(9) DEFAULT 'new'",
                "ALTER TABLE t DROP `a`",
                "ALTER TABLE t MODIFY a INT NOT NULL",
                "ALTER TABLE t MODIFY a INT",
                "ALTER TABLE t CHANGE a b INT",
                "ALTER TABLE t ADD INDEX i (a), MODIFY a INT",
                "ALTER TABLE t COMMENT = 'x', DROP a",
                "ALTER TABLE t COMMENT 'x\\', ', DROP a",
                "ALTER IGNORE TABLE t ADD UNIQUE (a)",
                "ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (a)",
                "ALTER TABLE t DROP CONSTRAINT `PRIMARY`",
                "ALTER TABLE t ADD CONSTRAINT c PRIMARY KEY (a)",
                "ALTER TABLE t RENAME TO u",
                "ALTER TABLE t RENAME COLUMN a TO b",
                "ALTER TABLE t CONVERT TO CHARACTER SET latin1",
                "ALTER TABLE t ENGINE = MyISAM",
                "ALTER TABLE t COMMENT = 'x' ENGINE = MyISAM",
                "ALTER TABLE t TRUNCATE PARTITION p0",
                "ALTER TABLE t DROP PARTITION p0",
                "ALTER TABLE t ADD PARTITION (PARTITION p1 VALUES LESS THAN (5))",
                "ALTER TABLE t EXCHANGE PARTITION p0 WITH TABLE u",
                "ALTER TABLE t DISCARD TABLESPACE",
                "ALTER TABLE t ORDER BY a",
                "ALTER TABLE t ADD (a INT, b INT)",
                "ALTER TABLE t /*!80000 DROP COLUMN a, */ ADD INDEX i (b)",
                "ALTER TABLE t ADD INDEX i (b) /*M!100100 , DROP COLUMN a */",
                "ALTER TABLE t ADD INDEX i (a), # and\n MODIFY a INT",
                "ALTER TABLE t ADD INDEX i (a) -- it's\n, MODIFY a INT NOT NULL",
                "ALTER TABLE t COMMENT '/*', MODIFY a INT NOT NULL, COMMENT '*/'",
                "ALTER TABLE t COMMENT '\\', MODIFY a INT NOT NULL, COMMENT '\\'",
                "ALTER TABLE t COMMENT 'x, MODIFY a INT NOT NULL",
                "ALTER TABLE t COMMENT 'x' /*!99999 ' */, MODIFY a INT NOT NULL /*!99999 ' */",
                "ALTER TABLE t COMMENT '\uFFFD`', ADD INDEX i (a)",
                "ALTER TABLE t ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES p (id)",
                "ALTER TABLE t ADD CONSTRAINT FOREIGN KEY (a) REFERENCES p (id)",
                "ALTER TABLE t ADD FOREIGN KEY (fresh) REFERENCES p (id)",
                "ALTER TABLE t DROP FOREIGN KEY c",
                "ALTER TABLE t DROP CONSTRAINT c",
                "ALTER TABLE t ADD COLUMN fresh INT REFERENCES p (id) ON DELETE CASCADE",
                "RENAME TABLE u TO t",
                "TRUNCATE t",
                "CREATE OR REPLACE TABLE t (a INT)"
            })
    void statementsMayChangeValues(String sql) {
        assertThat(keepsValues(sql)).isFalse();
    }

    private static BinlogEntry.Statement statement(String sql) {
        return new BinlogEntry.Statement(new BinlogPlace("binlog.000001", 4, "", true), Instant.EPOCH, "s", sql);
    }

    private static boolean mayChange(String sql) {
        return TableStatements.mayChange(statement(sql), "s", "t", COLUMNS::contains);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP SCHEMA s",
                "DROP  DATABASE\n`s`",
                "DROP DATABASE IF EXISTS s",
                "DROP TABLES u, t",
                "SET STATEMENT max_statement_time=1 FOR TRUNCATE TABLE t",
                "set statement sql_mode='for' for delete from t",
                "SET STATEMENT sql_mode='\\' FOR TRUNCATE TABLE t",
                "ANALYZE DELETE FROM t",
                "ANALYZE FORMAT=JSON UPDATE t SET a = 1",
                "WITH x AS (SELECT 1) DELETE FROM t",
                "CREATE OR REPLACE TABLE t (a INT)",
                "-- it's\n TRUNCATE t",
                "TRUNCATE TABLE s . t"
            })
    void statementsChangeRowsOfTheTable(String sql) {
        assertThat(TableStatements.isHarmless(statement(sql))).isFalse();
        assertThat(mayChange(sql)).isTrue();
        assertThat(TableStatements.changesRows(statement(sql), "s", "t")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET PASSWORD FOR t = 'x'",
                "SET STATEMENT max_statement_time=1 FOR ANALYZE TABLE t",
                "ANALYZE LOCAL TABLE t",
                "/* of ours */ OPTIMIZE TABLE t",
                "/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`%`*/ /*!50003 TRIGGER x BEFORE INSERT ON t FOR EACH ROW"
                        + " SET NEW.a = '\\'' */",
                "DROP TEMPORARY TABLE t"
            })
    void harmlessStatementsChangeNoTable(String sql) {
        assertThat(TableStatements.isHarmless(statement(sql))).isTrue();
        assertThat(mayChange(sql)).isFalse();
        assertThat(TableStatements.changesRows(statement(sql), "s", "t")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP SCHEMA s2", "TRUNCATE tt", "TRUNCATE /* t */ u", "DROP TABLE u -- t"})
    void statementsOnOtherTablesKeepTheTable(String sql) {
        assertThat(mayChange(sql)).isFalse();
        assertThat(TableStatements.changesRows(statement(sql), "s", "t")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE t",
                "DROP SCHEMA s",
                "RENAME TABLE u TO t",
                "DELETE FROM t",
                "ALTER TABLE t RENAME COLUMN a TO b",
                "ALTER TABLE t CHANGE a b INT"
            })
    void statementsMayChangeReferencingRows(String sql) {
        assertThat(TableStatements.mayChangeReferencing(statement(sql), "s.t")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ALTER TABLE t MODIFY a INT", "CREATE INDEX i ON t (a)", "ANALYZE TABLE t", "DELETE FROM u"})
    void statementsKeepReferencingRows(String sql) {
        assertThat(TableStatements.mayChangeReferencing(statement(sql), "s.t")).isFalse();
    }
}
