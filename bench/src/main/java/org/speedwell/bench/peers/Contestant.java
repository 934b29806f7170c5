package org.speedwell.bench.peers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.schema.Progress;

/** The peers by name, and how each is opened. */
public enum Contestant {
    /** Films and payments with all indexes, as {@code load()} makes them. */
    speedwell("Speedwell"),
    /** The same with no index but the primary key's: every filter is a scan. */
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

    /** Its name for a person. */
    public String title() {
        return title;
    }

    /**
     * Loads the rows, or finds them loaded.
     *
     * @param threads how many threads a query may use, where the peer has a say in that
     * @param data a folder for databases that are kept from run to run
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

    /** Whether a query of this peer can use more than one thread. */
    public boolean isParallel() {
        return switch (this) {
            case speedwell, speedwell_scan, arraylist, duckdb -> true;
            case cqengine, questdb, h2, sql -> false;
        };
    }

    /** The largest size that the preset gives it: some take many minutes to load more. */
    public int most() {
        return switch (this) {
            case h2, sql -> 1_000_000;
            default -> Integer.MAX_VALUE;
        };
    }

    /** The queries that it answers, as a parameter of JMH. */
    public String queries() {
        return Arrays.stream(Query.values())
                .filter(query -> this != cqengine || CqenginePeer.answers(query))
                .map(Query::name)
                .collect(Collectors.joining(","));
    }
}
