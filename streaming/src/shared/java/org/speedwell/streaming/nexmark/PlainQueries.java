package org.speedwell.streaming.nexmark;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.speedwell.streaming.nexmark.Queries.BIDS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.speedwell.streaming.nexmark.Auctions.Auction;
import org.speedwell.streaming.nexmark.Auctions.Bid;
import org.speedwell.streaming.nexmark.Auctions.Person;
import org.speedwell.streaming.nexmark.Queries.Sale;
import org.speedwell.streaming.nexmark.Queries.Seller;
import org.speedwell.streaming.window.WindowResult;

/** The expected results of {@link Queries}, computed by plain loops over the same events. */
final class PlainQueries {
    private PlainQueries() {}

    /**
     * Returns the results of a query in any order. Query 4 returns only the averages after all sales, because earlier
     * ones depend on their order.
     */
    static List<?> of(int number) {
        return switch (number) {
            case 1 ->
                BIDS.stream()
                        .map(bid -> new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 8 / 10))
                        .toList();
            case 2 ->
                BIDS.stream()
                        .filter(bid -> bid.auction() % 128 == 0)
                        .map(Bid::price)
                        .toList();
            case 3 -> localSellers();
            case 4 -> averagesByCategory();
            case 5 -> mostBids();
            case 6 -> averagesOfTen();
            case 7 -> highestBids();
            case 8 -> personsWithAuctions();
            case 9 -> winningBids();
            case 11 -> sessionsOfBidders();
            case 12 -> bidsByArrival();
            case 13 ->
                BIDS.stream()
                        .filter(bid -> Queries.SIDE.contains(bid.auction() % 50))
                        .map(bid -> bid.id() + " " + List.of(bid.auction() % 50))
                        .toList();
            case 20 -> bidsOnCategory();
            default -> throw new IllegalArgumentException("query " + number);
        };
    }

    private static List<String> localSellers() {
        List<String> results = new ArrayList<>();
        List<Person> persons = Auctions.persons(Queries.PERSONS[0]);
        for (Auction auction : Auctions.auctions(9 * Queries.PERSONS[0])) {
            persons.stream()
                    .filter(person ->
                            Queries.isLocal(person) && auction.category() == 0 && auction.seller() == person.id())
                    .forEach(person -> results.add(person.name() + " " + person.state() + " " + auction.id()));
        }
        return results;
    }

    /** Returns the sales in the order in which the auctions expire. */
    static List<Sale> sales() {
        Map<Long, List<Bid>> byAuction = Queries.BIDS_ON.stream().collect(groupingBy(Bid::auction));
        return Queries.EXPIRING.stream()
                .map(auction -> new Sale(
                        auction.seller(),
                        auction.category(),
                        byAuction.getOrDefault(auction.id(), List.of()).stream()
                                .filter(bid -> bid.time() < auction.expires())
                                .mapToLong(Bid::price)
                                .max()
                                .orElse(-1),
                        auction.expires()))
                .filter(sale -> sale.price() >= 0)
                .sorted(Comparator.comparingLong(Sale::expires))
                .toList();
    }

    private static List<Queries.Won> winningBids() {
        List<Queries.Won> results = new ArrayList<>();
        Map<Long, List<Bid>> byAuction = Queries.BIDS_ON.stream().collect(groupingBy(Bid::auction));
        for (Auction auction : Queries.EXPIRING) {
            Bid best = null;
            for (Bid bid : byAuction.getOrDefault(auction.id(), List.of())) {
                if (bid.time() < auction.expires() && (best == null || bid.price() > best.price())) {
                    best = bid;
                }
            }
            if (best != null) {
                results.add(new Queries.Won(auction, best));
            }
        }
        return results;
    }

    private static List<WindowResult<Long, Long>> sessionsOfBidders() {
        List<WindowResult<Long, Long>> results = new ArrayList<>();
        long gap = Queries.GAP.toMillis();
        BIDS.stream().collect(groupingBy(Queries::bidder)).forEach((bidder, bids) -> {
            List<Long> times = bids.stream().map(Bid::time).sorted().toList();
            int first = 0;
            for (int i = 1; i <= times.size(); i++) {
                if (i == times.size() || times.get(i) - times.get(i - 1) >= gap) {
                    results.add(new WindowResult<>(bidder, times.get(first), times.get(i - 1) + gap, (long) i - first));
                    first = i;
                }
            }
        });
        return results;
    }

    private static List<WindowResult<Long, Long>> bidsByArrival() {
        Map<List<Long>, Long> counts = new HashMap<>();
        for (int i = 0; i < BIDS.size(); i++) {
            long start = i / 100 / Queries.ARRIVALS * Queries.ARRIVALS;
            counts.merge(List.of(Queries.bidder(BIDS.get(i)), start), 1L, Long::sum);
        }
        return counts.entrySet().stream()
                .map(entry -> new WindowResult<>(
                        entry.getKey().getFirst(),
                        entry.getKey().getLast(),
                        entry.getKey().getLast() + Queries.ARRIVALS,
                        entry.getValue()))
                .toList();
    }

    private static List<String> bidsOnCategory() {
        List<String> results = new ArrayList<>();
        for (Bid bid : Queries.BIDS_ON) {
            Auction auction = Queries.EXPIRING.get((int) bid.auction());
            if (auction.category() == 10 && bid.time() < auction.expires()) {
                results.add(bid.id() + " " + auction.seller() + " " + auction.expires());
            }
        }
        return results;
    }

    private static List<Map.Entry<Integer, Double>> averagesByCategory() {
        Map<Integer, List<Sale>> byCategory = sales().stream().collect(groupingBy(Sale::category));
        return byCategory.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), Queries.average(entry.getValue())))
                .toList();
    }

    private static List<Map.Entry<Long, Double>> averagesOfTen() {
        List<Map.Entry<Long, Double>> results = new ArrayList<>();
        Map<Long, List<Sale>> bySeller = new HashMap<>();
        for (Sale sale : sales()) {
            List<Sale> all = bySeller.computeIfAbsent(sale.seller(), none -> new ArrayList<>());
            all.add(sale);
            results.add(Map.entry(
                    sale.seller(), Queries.average(all.subList(Math.max(0, all.size() - 10), all.size()))));
        }
        return results;
    }

    private static List<WindowResult<Integer, List<WindowResult<Long, Long>>>> mostBids() {
        long size = Queries.SIZE.toMillis();
        long slide = Queries.SLIDE_OF_5.toMillis();
        Set<Long> starts = new TreeSet<>();
        BIDS.forEach(bid -> {
            for (long start = Math.floorDiv(bid.time(), slide) * slide; start > bid.time() - size; start -= slide) {
                starts.add(start);
            }
        });
        List<WindowResult<Integer, List<WindowResult<Long, Long>>>> results = new ArrayList<>();
        for (long start : starts) {
            long end = start + size;
            Map<Long, Long> counts = BIDS.stream()
                    .filter(bid -> bid.time() >= start && bid.time() < end)
                    .collect(groupingBy(Bid::auction, counting()));
            results.add(new WindowResult<>(
                    0,
                    end - slide,
                    end,
                    counts.entrySet().stream()
                            .map(entry -> new WindowResult<>(entry.getKey(), start, end, entry.getValue()))
                            .sorted(Queries.BY_BIDS.reversed())
                            .limit(10)
                            .toList()));
        }
        return results;
    }

    private static List<WindowResult<Long, Bid>> highestBids() {
        Map<Long, Bid> highest = new HashMap<>();
        BIDS.forEach(bid -> highest.merge(
                Math.floorDiv(bid.time(), 10) * 10,
                bid,
                (a, b) -> a.price() > b.price() || (a.price() == b.price() && a.id() > b.id()) ? a : b));
        return highest.entrySet().stream()
                .map(entry -> new WindowResult<>(0L, entry.getKey(), entry.getKey() + 10, entry.getValue()))
                .toList();
    }

    private static List<WindowResult<Long, Seller>> personsWithAuctions() {
        List<Person> persons = Auctions.persons(Queries.PERSONS[1]);
        List<Auction> auctions = Auctions.auctions(9 * Queries.PERSONS[1]);
        long size = Queries.SIZE.toMillis();
        long slide = Queries.SLIDE_OF_8.toMillis();
        Set<WindowResult<Long, Seller>> results = new LinkedHashSet<>();
        for (long start = -slide; start < 200; start += slide) {
            long end = start + size;
            for (Person person : persons) {
                if (person.time() < start || person.time() >= end) {
                    continue;
                }
                long from = start;
                long opened = auctions.stream()
                        .filter(auction ->
                                auction.seller() == person.id() && auction.time() >= from && auction.time() < end)
                        .count();
                if (opened > 0) {
                    results.add(new WindowResult<>(person.id(), start, end, new Seller(person.name(), opened)));
                }
            }
        }
        return List.copyOf(results);
    }

    /** Returns the last value of each key. */
    static Map<Object, Object> last(List<?> results) {
        Map<Object, Object> last = new HashMap<>();
        results.forEach(each -> last.put(((Map.Entry<?, ?>) each).getKey(), ((Map.Entry<?, ?>) each).getValue()));
        return last;
    }

    /** Returns the number of occurrences of each result. */
    static Map<Object, Long> count(List<?> results) {
        Map<Object, Long> counts = new HashMap<>();
        results.forEach(each -> counts.merge(each, 1L, Long::sum));
        return counts;
    }
}
