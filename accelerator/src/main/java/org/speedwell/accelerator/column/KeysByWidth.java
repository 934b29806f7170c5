package org.speedwell.accelerator.column;

import org.speedwell.accelerator.codec.Codes;

/**
 * A class of columns for each width of codes. The code that makes entities reads each column in a statement of its own,
 * so the JIT compiler sees one class there. It then inlines one read instead of a choice of five. With five, the code of
 * a table with a dozen columns exceeds the compiler's limit, and a row takes a third more time.
 */
final class KeysByWidth {
    private KeysByWidth() {}

    static KeyColumn column(KeyColumn.Content content) {
        return switch (content.keys().codes().width()) {
            case 0 -> new Constant(content);
            case 1 -> new OfOne(content);
            case 2 -> new OfTwo(content);
            case 4 -> new OfFour(content);
            default -> new OfEight(content);
        };
    }

    static final class Constant extends KeyColumn {
        private Constant(Content content) {
            super(content);
        }

        @Override
        long code(Codes of, int row) {
            return 0;
        }
    }

    static final class OfOne extends KeyColumn {
        private OfOne(Content content) {
            super(content);
        }

        @Override
        long code(Codes of, int row) {
            return of.get1(row);
        }
    }

    static final class OfTwo extends KeyColumn {
        private OfTwo(Content content) {
            super(content);
        }

        @Override
        long code(Codes of, int row) {
            return of.get2(row);
        }
    }

    static final class OfFour extends KeyColumn {
        private OfFour(Content content) {
            super(content);
        }

        @Override
        long code(Codes of, int row) {
            return of.get4(row);
        }
    }

    static final class OfEight extends KeyColumn {
        private OfEight(Content content) {
            super(content);
        }

        @Override
        long code(Codes of, int row) {
            return of.get8(row);
        }
    }
}
