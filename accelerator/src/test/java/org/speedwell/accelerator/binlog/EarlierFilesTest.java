package org.speedwell.accelerator.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the search for the binlog file from which replication must read. */
@Tag("unit")
class EarlierFilesTest {
    private static final int MAX_FILES = 40;

    @Test
    void existingFileIsFoundInFewSteps() {
        for (int last = 1; last <= MAX_FILES; last++) {
            for (int oldest = 1; oldest <= last; oldest++) {
                for (int wanted = 1; wanted <= last; wanted++) {
                    int steps = search(last, oldest, wanted);
                    assertThat(steps > 0)
                            .as("file %d of %d to %d is found", wanted, oldest, last)
                            .isEqualTo(wanted >= oldest);
                    assertThat(Math.abs(steps)).isLessThan(15);
                }
            }
        }
    }

    @Test
    void namesHaveTheDigitsOfServersInEachLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try {
            assertThat(new EarlierFiles("binlog.000012").next()).isEqualTo("binlog.000012");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void namesKeepTheirDigits() {
        assertThat(new EarlierFiles("a.b.000100").next()).isEqualTo("a.b.000100");
        EarlierFiles files = new EarlierFiles("binlog.1000000");
        files.next();
        files.markRead();
        assertThat(files.next()).isEqualTo("binlog.999999");
    }

    /**
     * Returns the number of files that the search reads. The number is negative if no existing file begins early
     * enough.
     */
    private static int search(int last, int oldest, int wanted) {
        EarlierFiles files = new EarlierFiles("binlog.%06d".formatted(last));
        int steps = 0;
        for (String file = files.next(); file != null; file = files.next()) {
            steps++;
            int number = Integer.parseInt(file.substring("binlog.".length()));
            if (number < oldest) {
                files.markAbsent();
            } else if (number <= wanted) {
                return steps;
            } else {
                files.markRead();
            }
        }
        return -steps;
    }
}
