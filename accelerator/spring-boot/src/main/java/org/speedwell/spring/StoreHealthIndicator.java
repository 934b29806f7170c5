package org.speedwell.spring;

import java.time.Duration;
import java.util.Optional;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.follow.FollowStatus;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of the store. It is up while a version is in memory that is not older than {@code speedwell.max-age}, and
 * otherwise out of service. If replication of a table or of the whole database has stopped,
 * {@code speedwell.stopped-tables} defines the health. While the database is unreachable the store is up: it serves its
 * last version, and a restart would not help.
 */
final class StoreHealthIndicator extends AbstractHealthIndicator {
    private final DataStore store;
    private final SpeedwellProperties.StoppedTables whenStopped;

    StoreHealthIndicator(DataStore store, SpeedwellProperties.StoppedTables whenStopped) {
        super("The health check of the store failed");
        this.store = store;
        this.whenStopped = whenStopped;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        health.withDetail("version", store.version());
        if (store.version() == 0) {
            health.outOfService().withDetail("problem", "No version is in memory yet");
            return;
        }
        Duration age = store.age();
        Optional<Duration> maxAge = store.configuration().maxAge();
        if (maxAge.isPresent() && age.compareTo(maxAge.get()) > 0) {
            health.outOfService()
                    .withDetail("problem", "Memory is older than speedwell.max-age allows")
                    .withDetail("maxAgeMillis", maxAge.get().toMillis());
        } else {
            health.up();
        }
        health.withDetail("ageMillis", age.toMillis());
        health.withDetail("verified", store.isVerified());
        store.followStatus().filter(StoreHealthIndicator::isStopped).ifPresent(_ -> {
            switch (whenStopped) {
                case OUT_OF_SERVICE -> health.outOfService();
                case DOWN -> health.down();
            }
        });
        store.followStatus().ifPresent(status -> addDetails(status, health));
    }

    private static boolean isStopped(FollowStatus status) {
        return status.phase() == FollowStatus.Phase.STOPPED || !status.stopped().isEmpty();
    }

    private static void addDetails(FollowStatus status, Health.Builder health) {
        health.withDetail("following", status.phase());
        health.withDetail("lagMillis", status.age().toMillis());
        status.problem().ifPresent(problem -> health.withDetail("followingProblem", problem));
        if (!status.stopped().isEmpty()) {
            health.withDetail("stoppedTables", status.stopped());
        }
    }
}
