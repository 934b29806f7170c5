package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Verifies background attempts on a stub of a store. The test decides when the next attempt runs. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("unit")
class StoreLoadingTest {
    private static final Position POSITION = new Position("binlog.000001", 4, "");

    private final UnfollowedStore store = new UnfollowedStore();
    private final Queue<Runnable> retries = new ArrayDeque<>();
    private int renewals;
    private final StoreLoading loading = new StoreLoading(
            store.component(),
            SpeedwellProperties.Loading.BEHIND,
            Path.of("sakila.speedwell"),
            OpenMode.VERIFIED,
            () -> renewals++,
            retries::add);

    /** A store whose loads succeed, but whose database cannot be replicated for a stated reason. */
    private static final class UnfollowedStore {
        private @Nullable String reason = "its binlog_format is STATEMENT";
        private Optional<Position> position = Optional.of(POSITION);
        private boolean isFollowing = true;
        private int loads;
        private int follows;
        private int saves;

        DataStoreComponent component() {
            return (DataStoreComponent) Proxy.newProxyInstance(
                    DataStoreComponent.class.getClassLoader(),
                    new Class<?>[] {DataStoreComponent.class},
                    (_, method, _) -> call(method));
        }

        private @Nullable Object call(Method method) {
            return switch (method.getName()) {
                case "version" -> (long) loads;
                case "position" -> position;
                case "followStatus" -> Optional.of(status()).filter(_ -> loads > 0 && isFollowing);
                case "reloadInBackground" -> {
                    loads++;
                    yield reason == null
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(new DataStoreException(reason));
                }
                case "follow" -> {
                    follows++;
                    if (reason != null) {
                        throw new DataStoreException(reason);
                    }
                    yield null;
                }
                case "save" -> {
                    saves++;
                    yield null;
                }
                default -> throw new UnsupportedOperationException(method.toString());
            };
        }

        private FollowStatus status() {
            return new FollowStatus(
                    reason == null ? FollowStatus.Phase.FOLLOWING : FollowStatus.Phase.STOPPED,
                    POSITION,
                    Instant.EPOCH,
                    Duration.ZERO,
                    Optional.ofNullable(reason),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    Map.of(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    @Test
    void failedReplicationLoadsOnceAndIsRetried(CapturedOutput output) {
        loading.start();
        retry();
        retry();
        assertThat(store.loads).isOne();
        assertThat(store.saves).isOne();
        assertThat(store.follows).isEqualTo(2);
        assertThat(renewals).as("new connections, with the privileges of now").isEqualTo(2);
        assertThat(output.getAll()).containsOnlyOnce("its binlog_format is STATEMENT");

        store.reason = "no REPLICATION SLAVE";
        retry();
        retry();
        assertThat(output.getAll()).containsOnlyOnce("no REPLICATION SLAVE");

        store.reason = null;
        retry();
        assertThat(retries).isEmpty();
        assertThat(store.loads).isOne();
    }

    @Test
    void versionWithoutPositionIsReloadedOnlyForAnotherReason() {
        store.position = Optional.empty();
        loading.start();
        retry();
        retry();
        assertThat(store.loads).isOne();

        store.reason = "the version has no position";
        retry();
        store.reason = null;
        store.position = Optional.of(POSITION);
        retry();
        assertThat(retries).isEmpty();
        assertThat(store.loads).isEqualTo(2);
        assertThat(store.saves).isEqualTo(2);
    }

    @Test
    void applicationCanEndReplication() {
        loading.start();
        store.isFollowing = false;
        retry();
        assertThat(store.follows).isZero();
        assertThat(retries).isEmpty();
    }

    @Test
    void nothingIsRetriedAfterStop() {
        loading.start();
        loading.stop();
        retry();
        assertThat(store.follows).isZero();
        assertThat(retries).isEmpty();
    }

    private void retry() {
        retries.remove().run();
    }
}
