package org.speedwell.spring.rest;

import java.util.Arrays;

/** The rows of a result as a JSON array. Results with the same bytes are equal. */
record JsonRows(byte[] json) {
    @Override
    public boolean equals(Object other) {
        return other instanceof JsonRows rows && Arrays.equals(json, rows.json);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(json);
    }

    @Override
    public String toString() {
        return "JsonRows[" + json.length + " bytes]";
    }
}
