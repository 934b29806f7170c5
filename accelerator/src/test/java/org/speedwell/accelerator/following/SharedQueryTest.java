package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/** Equal maintained queries, which share their state. */
@Tag("database")
@Timeout(300)
class SharedQueryTest {
    @SuppressWarnings("NullAway.Init")
    private FollowedSakila sakila;

    @SuppressWarnings("NullAway.Init")
    private FilmManager films;

    @BeforeEach
    void start() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_shared");
        films = sakila.start().getOrThrow(FilmManager.class);
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    private void change(String sql) throws SQLException, InterruptedException {
        sakila.execute(sql);
        sakila.awaitOwn();
    }

    /** Maintains a query that counts the calls of its function. */
    private MaintainedQuery<Long> longerThan(int length, AtomicInteger calls) {
        return sakila.store().maintain(films, of -> {
            calls.incrementAndGet();
            return of.filter(Film.LENGTH.greaterThan(length)).count();
        });
    }

    @Test
    void thousandEqualQueriesTakeTheCallsOfOne() throws Exception {
        AtomicInteger ofOne = new AtomicInteger();
        AtomicInteger ofMany = new AtomicInteger();
        List<MaintainedQuery<Long>> queries = new ArrayList<>(List.of(longerThan(100, ofOne)));
        for (int i = 0; i < 1_000; i++) {
            queries.add(longerThan(100, ofMany));
        }
        assertThat(ofMany).hasValue(ofOne.get());
        for (int i = 1; i <= 5; i++) {
            change("UPDATE film SET length = 20 WHERE film_id <= " + 100 * i);
            long expected = films.stream().filter(Film.LENGTH.greaterThan(100)).count();
            assertThat(queries).allMatch(query -> query.get() == expected);
        }
        assertThat(ofOne.get()).isGreaterThan(5);
        assertThat(ofMany).hasValue(ofOne.get());
    }

    @Test
    void queriesWithOtherCapturedValuesAreDifferent() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        MaintainedQuery<Long> longFilms = longerThan(100, calls);
        MaintainedQuery<Long> veryLongFilms = longerThan(150, calls);
        change("UPDATE film SET length = 120");
        assertThat(longFilms.get()).isEqualTo(1_000);
        assertThat(veryLongFilms.get()).isZero();
    }

    /** Objects that are equal now may differ later, so that queries do not share them. */
    @Test
    void queriesThatCaptureEqualButChangeableObjectsAreDifferent() throws Exception {
        List<String> first = new ArrayList<>(List.of("NEW"));
        List<String> second = new ArrayList<>(first);
        assertThat(List.of(contains(first), contains(second)))
                .extracting(MaintainedQuery::get)
                .containsOnly(0L);
        MaintainedQuery<Long> ofSecond = contains(second);
        second.set(0, "OTHER");
        change("UPDATE film SET title = 'OTHER' WHERE film_id = 1");
        assertThat(contains(first).get()).isZero();
        assertThat(ofSecond.get()).isEqualTo(1);
    }

    private MaintainedQuery<Long> contains(List<String> titles) {
        return sakila.store()
                .maintain(
                        films,
                        of -> of.filter(film -> titles.contains(film.getTitle()))
                                .count());
    }

    /** Verifies that a captured lambda is compared like the function itself. */
    @Test
    void queriesMayCaptureEqualFunctions() {
        AtomicInteger ofShort = new AtomicInteger();
        AtomicInteger ofLong = new AtomicInteger();
        MaintainedQuery<Long> first = matching(Film.LENGTH.greaterThan(100)::test, ofShort);
        MaintainedQuery<Long> shorter = matching(shorterThan(100), ofShort);
        int calls = ofShort.get();
        MaintainedQuery<Long> equal = matching(shorterThan(100), ofShort);
        assertThat(ofShort).hasValue(calls);
        MaintainedQuery<Long> other = matching(shorterThan(101), ofLong);
        assertThat(ofLong).hasPositiveValue();
        assertThat(equal.get()).isEqualTo(shorter.get());
        assertThat(other.get()).isNotEqualTo(shorter.get());
        assertThat(first.get()).isNotEqualTo(shorter.get());
    }

    private static Predicate<Film> shorterThan(int length) {
        return film -> film.getLength().orElse(0) < length;
    }

    private MaintainedQuery<Long> matching(Predicate<Film> predicate, AtomicInteger calls) {
        return sakila.store().maintain(films, of -> {
            calls.incrementAndGet();
            return of.filter(predicate).count();
        });
    }

    @Test
    void closingOneHandleLeavesTheOthers() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        MaintainedQuery<Long> first = longerThan(100, calls);
        MaintainedQuery<Long> second = longerThan(100, calls);
        Ends ofFirst = new Ends();
        Ends ofSecond = new Ends();
        first.subscribe(ofFirst);
        second.subscribe(ofSecond);
        first.close();
        assertThat(ofFirst.end.await(60, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(first::get).isInstanceOf(IllegalStateException.class).hasMessageContaining("is closed");
        assertThat(ofSecond.changes.poll(60, TimeUnit.SECONDS)).isEqualTo(second.get());
        change("UPDATE film SET length = 20");
        assertThat(second.get()).isZero();
        assertThat(ofSecond.changes.poll(60, TimeUnit.SECONDS)).isZero();
        assertThat(ofSecond.end.getCount()).isEqualTo(1);

        second.close();
        assertThat(ofSecond.end.await(60, TimeUnit.SECONDS)).isTrue();
        int before = calls.get();
        change("UPDATE film SET length = 200");
        assertThat(calls).as("updates of a released query").hasValue(before);
        assertThat(longerThan(100, calls).get()).isEqualTo(1_000);
        assertThat(calls).as("runs of a new query").hasValueGreaterThan(before);
    }

    /** A subscriber that keeps the results. */
    private static final class Ends implements Flow.Subscriber<ResultChange<Long>> {
        final BlockingQueue<Long> changes = new LinkedBlockingQueue<>();
        final CountDownLatch end = new CountDownLatch(1);

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ResultChange<Long> change) {
            changes.add(change.after());
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            end.countDown();
        }
    }

    @Test
    void queryIsReleasedWithItsLastHandle() throws Exception {
        AtomicReference<@Nullable MaintainedQuery<Long>> kept = new AtomicReference<>();
        WeakReference<Object> captured = twoHandles(kept);
        MaintainedQuery<Long> other = kept.get();
        for (int i = 0; i < 10; i++) {
            System.gc();
            change("UPDATE film SET length = " + (50 + i % 2) + " WHERE film_id = 1");
        }
        assertThat(other).isNotNull();
        assertThat(captured.get()).as("captured by a query with a handle").isNotNull();
        assertThat(other == null ? 0 : other.get()).isEqualTo(1_000);
        kept.set(null);
        other = null;
        for (int i = 0; captured.get() != null; i++) {
            System.gc();
            change("UPDATE film SET length = " + (50 + i % 2) + " WHERE film_id = 1"); // a version releases it
        }
        assertThat(captured.get()).isNull();
    }

    /** Creates two handles of one query, and abandons one of them. */
    private WeakReference<Object> twoHandles(AtomicReference<@Nullable MaintainedQuery<Long>> kept) {
        Object captured = new Object();
        assertThat(differingFrom(captured).get()).isEqualTo(1_000);
        kept.set(differingFrom(captured));
        return new WeakReference<>(captured);
    }

    private MaintainedQuery<Long> differingFrom(Object captured) {
        return sakila.store()
                .maintain(films, of -> of.filter(film -> !film.equals(captured)).count());
    }

    @Test
    void stoppedStoreClosesAllHandles() {
        AtomicInteger calls = new AtomicInteger();
        List<MaintainedQuery<Long>> queries = List.of(longerThan(100, calls), longerThan(100, calls));
        sakila.app().stop();
        for (MaintainedQuery<Long> query : queries) {
            assertThatThrownBy(query::get)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is closed");
        }
    }
}
