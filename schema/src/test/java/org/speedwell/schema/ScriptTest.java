package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ScriptTest {

    @Test
    void statementEndsAtDelimiterAtEndOfLine() {
        assertThat(Script.split("""
                -- a comment; it ends no statement
                SELECT 1;
                SELECT ';',
                    'two lines' ;

                SELECT 3
                """)).containsExactly("SELECT 1", "SELECT ';',\n    'two lines'", "SELECT 3");
    }

    @Test
    void delimiterCanChange() {
        assertThat(Script.split("""
                DELIMITER ;;
                CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN
                  SET NEW.b = 1;
                END;;

                delimiter //
                SELECT 1 //
                DELIMITER ;
                SELECT 2;
                """))
                .containsExactly(
                        "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN\n  SET NEW.b = 1;\nEND",
                        "SELECT 1",
                        "SELECT 2");
    }
}
