package org.speedwell.bench.rest;

/** Who answers, all on one server. */
public enum RestContender {
    /** The router of Speedwell: bytes from columns. */
    speedwell("columns", "/sakila/film"),
    /** The same queries on the same columns, but entities are made of the rows, and Jackson writes them. */
    entities("entities of memory, Jackson", "/entities/film"),
    /** The same by Speedment alone: entities that SQL has found. */
    sql("entities by SQL, Jackson", "/sql/film"),
    /** Nothing is asked for or written, and so nobody can be faster on this server. */
    nothing("an empty answer", "/nothing");

    private final String title;
    private final String path;

    RestContender(String title, String path) {
        this.title = title;
        this.path = path;
    }

    /** For people. */
    public String title() {
        return title;
    }

    String path() {
        return path;
    }
}
