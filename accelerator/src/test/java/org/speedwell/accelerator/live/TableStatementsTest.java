package org.speedwell.accelerator.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which statements provably leave the values of a table as they are: one that is not known to must count as a change. */
class TableStatementsTest {
    private static final Set<String> COLUMNS = Set.of("id", "name", "a");

    private static boolean keepsValues(String sql) {
        return AlterTable.keepsValues(TableStatements.withoutComments(sql), COLUMNS::contains);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE t ADD INDEX i (a)",
                "alter table `s`.`t` add unique key `x,y` (a, name), comment = 'it''s, or (not'",
                "ALTER TABLE t ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES p (id) ON DELETE CASCADE, DROP KEY i",
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
    void valuesStay(String sql) {
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
                "RENAME TABLE u TO t",
                "TRUNCATE t",
                "CREATE OR REPLACE TABLE t (a INT)"
            })
    void valuesMayChange(String sql) {
        assertThat(keepsValues(sql)).isFalse();
    }
}
