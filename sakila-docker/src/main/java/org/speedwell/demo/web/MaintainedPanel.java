package org.speedwell.demo.web;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.live.CommitTimes;
import org.speedwell.demo.maintained.Answer;
import org.speedwell.demo.maintained.Question;
import org.speedwell.demo.maintained.SqlPoll;
import org.speedwell.demo.shop.Shop;

/**
 * A panel with maintained results, and the same results polled over SQL. The page says every second that it shows the
 * panel. Without that, the panel neither polls nor reports. Thread-safe.
 */
final class MaintainedPanel implements AutoCloseable {
    private static final int PERIOD_MILLIS = 250;
    private static final int POLL_MILLIS = 1_000;
    private static final long UNWATCHED = TimeUnit.SECONDS.toNanos(3);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Shop shop;
    private final Broadcast broadcast;
    private final CommitTimes commits;
    private final List<Question<?>> questions;
    private final List<Answer<?>> answers = new ArrayList<>();
    private final SqlPoll poll;
    private final Ticker ticker = new Ticker("maintained panel", PERIOD_MILLIS, this::look);
    private final Ticker poller = new Ticker("maintained panel over SQL", POLL_MILLIS, this::poll);
    private volatile long watched = System.nanoTime() - UNWATCHED;
    private volatile long polled = watched;
    private long counted = System.nanoTime();
    private long changes;
    private double perSecond;

    /**
     * A question with both answers.
     *
     * @param sql the statement
     * @param sqlAgeMillis the milliseconds since the last answer over SQL; −1 for none
     * @param polled the last answer over SQL; null while the panel does not poll
     * @param check the outcome of the last comparison. It is {@link SqlPoll.Check#WAITING} again after a change
     */
    record Result(
            String name,
            String code,
            String sql,
            Answer.State maintained,
            SqlPoll.@Nullable Polled polled,
            long sqlAgeMillis,
            SqlPoll.Check check) {}

    /**
     * The state of the panel.
     *
     * @param polls true while the panel polls over SQL
     * @param perSecond the changes that all subscribers receive per second
     * @param load the load of the polling; null before the second poll
     * @param trouble why memory does not follow the database; null if it does
     */
    record State(
            boolean polls,
            double perSecond,
            SqlPoll.@Nullable Load load,
            @Nullable String trouble,
            List<Result> results) {}

    MaintainedPanel(Shop shop, Broadcast broadcast, CommitTimes commits) {
        this.shop = shop;
        this.broadcast = broadcast;
        this.commits = commits;
        questions = Question.all(shop.applications().memory());
        questions.forEach(question -> answers.add(new Answer<>(question, shop.store(), commits)));
        poll = new SqlPoll(shop.database(), shop.store(), answers);
        ticker.start();
        poller.start();
    }

    /**
     * Keeps the panel running for the next 3 s.
     *
     * @param sql true to poll over SQL too
     */
    void watch(boolean sql) {
        long now = System.nanoTime();
        watched = now;
        if (sql) {
            polled = now;
        }
    }

    private boolean isWatched() {
        return System.nanoTime() - watched < UNWATCHED && broadcast.listeners() > 0;
    }

    private boolean isPolled() {
        return System.nanoTime() - polled < UNWATCHED && isWatched();
    }

    private void look() {
        boolean isWatched = isWatched();
        commits.want(isWatched);
        if (isWatched) {
            broadcast.publish("maintained", state());
        }
    }

    private void poll() {
        if (isPolled()) {
            poll.run();
        } else {
            poll.close();
        }
    }

    private State state() {
        boolean polls = isPolled();
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            results.add(result(i, polls));
        }
        count(results.stream().mapToLong(each -> each.maintained.changes()).sum());
        return new State(polls, perSecond, polls ? poll.load() : null, trouble(), results);
    }

    private Result result(int number, boolean polls) {
        Question<?> question = questions.get(number);
        SqlPoll.Polled over = polls ? poll.result(number) : null;
        Answer.State maintained = answers.get(number).look();
        SqlPoll.Check check = over == null ? SqlPoll.Check.WAITING : over.check();
        if (check == SqlPoll.Check.SAME && over != null && maintained.version() > over.sameIn()) {
            check = SqlPoll.Check.WAITING;
        }
        long age = over == null ? -1 : (System.nanoTime() - over.at()) / 1_000_000;
        return new Result(question.name(), question.code(), question.sql(), maintained, over, age, check);
    }

    private void count(long total) {
        long now = System.nanoTime();
        if (now - counted >= SECOND) {
            // after a pause of the reports, the mean over the pause says nothing
            perSecond = now - counted > 3 * SECOND ? 0 : (total - changes) * 1e9 / (now - counted);
            changes = total;
            counted = now;
        }
    }

    private @Nullable String trouble() {
        return shop.store()
                .followStatus()
                .map(status -> status.problem().orElse(null))
                .orElseGet(() -> shop.applications().replicationProblem());
    }

    @Override
    public void close() {
        commits.want(false);
        poller.close();
        ticker.close();
        poll.close();
        answers.forEach(Answer::close);
    }
}
