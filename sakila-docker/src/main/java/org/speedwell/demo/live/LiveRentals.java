package org.speedwell.demo.live;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Shop;

/** A generator of live rentals, with the results of windows over the last seconds. Thread-safe. */
public final class LiveRentals implements AutoCloseable {
    public static final int MAX_RATE = RentalGenerator.MAX_RATE;
    private static final int TOP = 10;

    private final Catalogue catalogue;
    private final RentalWindows windows = new RentalWindows();
    private final CommitTimes commits = new CommitTimes();
    private final RentalGenerator generator;
    private final List<Integer> stores;

    /** A name and a number: a store's revenue in cents, or the rentals of a film. */
    public record Count(String name, long amount) {}

    /**
     * The newest windows.
     *
     * @param rate the requested rentals per second; 0 while the generator is off
     * @param trouble why no rentals are made; null if there is no problem
     * @param written the number of rentals since the start
     * @param events the number of events that the windows have taken
     * @param late the number of events that arrived too late for their windows
     * @param stores the revenue of each store in the last 10 s, in cents
     * @param films the rentals of the last minute of the ten films with the most rentals
     * @param categories the rentals of each category in the last minute
     * @param end when the newest window ended, in milliseconds since 1970; 0 while there is none
     * @param staleMillis the age of the newest window; −1 while there is none
     * @param readNanos the time that reading all this through the streams of the views took
     */
    public record Reading(
            int rate,
            @Nullable String trouble,
            long written,
            long events,
            long late,
            List<Count> stores,
            List<Count> films,
            List<Count> categories,
            long end,
            long staleMillis,
            long readNanos) {}

    /** Creates the live rentals of a shop, and removes rows that an earlier run has not removed. */
    public LiveRentals(Shop shop) {
        catalogue = Catalogue.of(shop.applications().memory());
        generator = new RentalGenerator(shop, catalogue, windows, commits);
        generator.removeLeftovers();
        stores = catalogue.stores();
    }

    /**
     * Starts the generator, or changes its rate.
     *
     * @param perSecond the rentals per second, from 1 to {@link #MAX_RATE}
     * @throws DemoException if the demo did not create the schema
     */
    public void start(int perSecond) {
        generator.start(perSecond);
    }

    /** Stops the generator and removes its rows from the database. */
    public void stop() {
        generator.stop();
    }

    /** Returns whether the generator is on. */
    public boolean isOn() {
        return generator.rate() > 0;
    }

    /** Returns when the generator last wrote or removed rows, in milliseconds since 1970; 0 for never. */
    public long lastWrite() {
        return generator.lastWrite();
    }

    /** Returns the times of the generator's last commits. */
    public CommitTimes commits() {
        return commits;
    }

    /** Reads the views. */
    public Reading read() {
        long begin = System.nanoTime();
        long end =
                windows.revenue().stream().mapToLong(Tally.END.asLong()).max().orElse(0);
        List<Tally> revenue = windows.revenue().stream().toList();
        List<Tally> films = windows.films().stream()
                .sorted(Tally.AMOUNT.reversed())
                .limit(TOP)
                .toList();
        List<Tally> categories = windows.categories().stream().toList();
        long nanos = System.nanoTime() - begin;
        Map<Integer, Long> byStore = revenue.stream().collect(toMap(Tally::getId, Tally::getAmount));
        Map<Integer, Long> byCategory = categories.stream().collect(toMap(Tally::getId, Tally::getAmount));
        return new Reading(
                generator.rate(),
                generator.problem(),
                generator.written(),
                windows.events(),
                windows.late(),
                // all stores, always in the same order
                stores.stream()
                        .map(store -> new Count("Store " + store, byStore.getOrDefault(store, 0L)))
                        .toList(),
                named(films.stream(), catalogue.titles()),
                catalogue.categories().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> new Count(each.getValue(), byCategory.getOrDefault(each.getKey(), 0L)))
                        .toList(),
                end,
                end == 0 ? -1 : Math.max(0, System.currentTimeMillis() - end),
                nanos);
    }

    private static List<Count> named(Stream<Tally> tallies, Map<Integer, String> names) {
        return tallies.map(tally ->
                        new Count(names.getOrDefault(tally.getId(), "No. " + tally.getId()), tally.getAmount()))
                .toList();
    }

    @Override
    public void close() {
        generator.close();
        windows.close();
    }
}
