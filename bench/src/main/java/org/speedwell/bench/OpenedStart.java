package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * An application that opens a snapshot file, answers three queries and ends. It prints the milliseconds from the start
 * of its process to the end of each phase, and its answers.
 */
public final class OpenedStart {
    private OpenedStart() {}

    /**
     * Runs the application.
     *
     * @param args the time at which the process was started in milliseconds since 1970, the file, and the mode
     */
    public static void main(String[] args) {
        long begun = Long.parseLong(args[0]);
        long entered = System.currentTimeMillis() - begun;
        Speedment app = new SakilaApplicationBuilder()
                .withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withBundle(InMemoryBundle.class)
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        FilmManager films = app.getOrThrow(FilmManager.class);
        long built = System.currentTimeMillis() - begun;
        CompletableFuture<Void> verified = store.open(Path.of(args[1]), OpenMode.valueOf(args[2]));
        long opened = System.currentTimeMillis() - begun;
        String answers = answers(films);
        long answered = System.currentTimeMillis() - begun;
        verified.join();
        long checked = System.currentTimeMillis() - begun;
        System.out.println(entered + " " + built + " " + opened + " " + answered + " " + checked);
        System.out.println(answers);
        app.stop();
    }

    /** Returns the answers of the three queries. */
    static String answers(FilmManager films) {
        return Queries.filterAndCount(films) + " "
                + Queries.lengths(films) + " "
                + Queries.releasedAfter(films.stream(), 2000);
    }
}
