package org.speedwell.demo.live;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Shop;

/** Rentals that happen now, and what the last seconds were like. Thread-safe. */
public final class LiveRentals implements AutoCloseable {
    public static final int MAX_RATE = RentalGenerator.MAX_RATE;
    private static final int TOP = 10;

    private final Catalogue catalogue;
    private final RentalWindows windows = new RentalWindows();
    private final RentalGenerator generator;
    private final List<Integer> stores;

    /** A name and a number: a store's cents, a film's rentals. */
    public record Count(String name, long amount) {}

    /**
     * The newest windows.
     *
     * @param rate rentals a second that are asked for; 0 while it is off
     * @param trouble why none are made, if none are
     * @param written rentals since the start
     * @param late events that came too late for their windows
     * @param stores cents of the last 10 s, all of them
     * @param films rentals of the last minute, the ten most rented
     * @param categories rentals of the last minute, all of them
     * @param end when the newest window ended, in milliseconds since 1970; 0 while there is none
     * @param staleMillis how long ago that is; −1 while there is none
     * @param readNanos how long it took to read all this through the streams of the views
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

    /** Takes rows out that an earlier run may have left. */
    public LiveRentals(Shop shop) {
        catalogue = Catalogue.of(shop.applications().memory());
        generator = new RentalGenerator(shop, catalogue, windows);
        generator.removeLeftovers();
        stores = catalogue.stores();
    }

    /**
     * Has rentals made, or changes how many.
     *
     * @param perSecond from 1 to {@link #MAX_RATE}
     * @throws DemoException if the schema is somebody else's
     */
    public void start(int perSecond) {
        generator.start(perSecond);
    }

    /** Ends that. The rows leave the database. */
    public void stop() {
        generator.stop();
    }

    /** Whether rentals are made. */
    public boolean isOn() {
        return generator.rate() > 0;
    }

    /** When rows were last written or removed, in milliseconds since 1970; 0 for never. */
    public long lastWrite() {
        return generator.lastWrite();
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
                generator.trouble(),
                generator.written(),
                windows.events(),
                windows.late(),
                // all of them, always in the same places
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
