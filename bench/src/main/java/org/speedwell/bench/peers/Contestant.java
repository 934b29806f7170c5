package org.speedwell.bench.peers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.schema.Progress;

/** The peers by name. */
public enum Contestant {
    /** Speedwell with films, payments and all indexes, as {@code load()} creates them. */
    speedwell("Speedwell"),
    /** Speedwell with the primary key as the only index. Every filter is a scan. */
    speedwell_scan("Speedwell, no index"),
    arraylist("ArrayList streams"),
    cqengine("CQEngine"),
    questdb("QuestDB"),
    duckdb("DuckDB"),
    h2("H2"),
    sql("SQL round trip");

    private final String title;

    Contestant(String title) {
        this.title = title;
    }

    /** Returns the name for users. */
    public String title() {
        return title;
    }

    /**
     * Opens the peer, and loads the rows if they are absent.
     *
     * @param threads the most threads of a query, if the peer allows to set it
     * @param data the folder of databases that are kept from run to run
     */
    Peer open(PeerRows rows, int threads, Path data, Progress progress) {
        return switch (this) {
            case speedwell -> SpeedwellPeer.open(rows, true, threads > 1, progress);
            case speedwell_scan -> SpeedwellPeer.open(rows, false, threads > 1, progress);
            case arraylist -> ListPeer.open(rows, threads > 1, progress);
            case cqengine -> CqenginePeer.open(rows, progress);
            case questdb -> QuestdbPeer.open(rows, data, progress);
            case duckdb -> SqlPeer.duckdb(rows, threads, data, progress);
            case h2 -> SqlPeer.h2(rows, data, progress);
            case sql ->
                SqlPeer.server(
                        rows, BenchDatabase.open(data.resolve("mariadb")), "speedwell_peers_" + rows.rows(), progress);
        };
    }

    /** Returns whether a query of this peer can use more than one thread. */
    public boolean isParallel() {
        return switch (this) {
            case speedwell, speedwell_scan, arraylist, duckdb -> true;
            case cqengine, questdb, h2, sql -> false;
        };
    }

    /** Returns the greatest number of rows for this peer in the preset. Some peers take many minutes to load more. */
    public int most() {
        return switch (this) {
            case h2, sql -> 1_000_000;
            default -> Integer.MAX_VALUE;
        };
    }

    /** Returns the queries that this peer supports, as a parameter of JMH. */
    public String queries() {
        return Arrays.stream(Query.values())
                .filter(query -> this != cqengine || CqenginePeer.answers(query))
                .map(Query::name)
                .collect(Collectors.joining(","));
    }
}
