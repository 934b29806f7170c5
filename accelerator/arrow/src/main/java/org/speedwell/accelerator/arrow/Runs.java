package org.speedwell.accelerator.arrow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.Dictionary;
import org.speedwell.accelerator.column.ByteRuns;

/** The bytes of texts and binary values from several sources. */
sealed interface Runs extends ByteRuns {

    /** The values of rows, from the dictionary of the column. */
    record OfRows(KeySource source, Dictionary dictionary, boolean isText) implements Runs {
        @Override
        public int length(int row) {
            return dictionary.runLength(source.key(row));
        }

        @Override
        public void copy(int row, byte[] target, int at) {
            dictionary.copyRun(source.key(row), target, at);
        }
    }

    /** The texts of some keys, by the place of the key. */
    @SuppressWarnings("ArrayRecordComponent") // nothing compares it
    record OfKeys(Dictionary dictionary, long[] keys) implements Runs {
        @Override
        public boolean isText() {
            return true;
        }

        @Override
        public int length(int place) {
            return dictionary.runLength(keys[place]);
        }

        @Override
        public void copy(int place, byte[] target, int at) {
            dictionary.copyRun(keys[place], target, at);
        }
    }

    /**
     * Texts in UTF-8, by their places, or by the rows whose keys are the places.
     *
     * @param source the keys of rows; null if callers pass places
     */
    record Listed(@Nullable KeySource source, List<byte[]> texts) implements Runs {
        private byte[] text(int row) {
            return texts.get(source == null ? row : (int) source.key(row));
        }

        @Override
        public boolean isText() {
            return true;
        }

        @Override
        public int length(int row) {
            return text(row).length;
        }

        @Override
        public void copy(int row, byte[] target, int at) {
            System.arraycopy(text(row), 0, target, at, length(row));
        }
    }
}
