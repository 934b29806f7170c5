package org.speedwell.bench.rest;

/** The contenders of the REST benchmark, all on one server. */
public enum RestContender {
    /** The router of Speedwell, which encodes bytes from columns. */
    speedwell("columns", "/sakila/film"),
    /** The same queries on the same columns, with entities that Jackson writes. */
    entities("entities of memory, Jackson", "/entities/film"),
    /** The same requests by Speedment alone, with entities from SQL. */
    sql("entities by SQL, Jackson", "/sql/film"),
    /** An empty response: the upper limit of the rate on this server. */
    nothing("an empty answer", "/nothing");

    private final String title;
    private final String path;

    RestContender(String title, String path) {
        this.title = title;
        this.path = path;
    }

    /** Returns the name for users. */
    public String title() {
        return title;
    }

    String path() {
        return path;
    }
}
