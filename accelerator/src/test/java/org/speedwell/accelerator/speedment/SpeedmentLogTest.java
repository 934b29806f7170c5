package org.speedwell.accelerator.speedment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.Logger;
import com.speedment.common.logger.LoggerManager;
import com.speedment.runtime.core.ApplicationBuilder.LogType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.LogLines;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.torture.TortureApplicationBuilder;

/** Verifies that Speedment's log records reach the logging framework of the application. */
@Tag("unit")
class SpeedmentLogTest {
    @BeforeEach
    void install() {
        SpeedmentLog.install();
    }

    @Test
    void warningsReachTheSystemLoggerOfTheClass() {
        Logger logger = LoggerManager.getLogger(SpeedmentLogTest.class);
        try (LogLines lines = new LogLines(SpeedmentLogTest.class.getName())) {
            logger.warn("Row %s of %s of %s and %s is %s.", 1, "film", "a", "b", "bad");
            logger.error(new IllegalStateException("closed"));
            logger.error(new IllegalStateException("closed"), "100 % failed");
            logger.info("A notice");
            logger.debug("A detail");
            assertThat(lines.all())
                    .containsExactly(
                            "Row 1 of film of a and b is bad.",
                            "java.lang.IllegalStateException: closed",
                            "100 % failed");
        }
    }

    @Test
    void failureOfAbandonedConnectionIsNoWarning() throws Exception {
        Logger logger = LoggerManager.getLogger("org.example.Pool");
        CountDownLatch given = new CountDownLatch(1);
        CountDownLatch logged = new CountDownLatch(1);
        LoadConnections connections = new LoadConnections(Duration.ofMinutes(1));
        try (LogLines lines = new LogLines("org.example.Pool")) {
            assertThatThrownBy(() -> connections.open("shop", () -> {
                        logger.error("The first address does not answer");
                        connections.abort();
                        try {
                            given.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt(); // as a socket does that an interrupt closes
                        }
                        logger.error("No address answers");
                        logged.countDown();
                        throw new IllegalStateException("closed by interrupt");
                    }))
                    .hasMessageContaining("the load was stopped");
            assertThat(logged.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(lines.all()).containsExactly("The first address does not answer");
        }
    }

    @Test
    void requestedDetailsAreLogged() {
        var builder = new TortureApplicationBuilder().withBundle(InMemoryBundle.class);
        Logger logger = LoggerManager.getLogger(LogType.TRANSACTION.getLoggerName());
        try (LogLines lines = new LogLines("com.speedment.TRANSACTION")) {
            logger.debug("Not requested yet");
            var _ = builder.withLogging(LogType.TRANSACTION);
            assertThat(logger.getLevel()).isEqualTo(Level.DEBUG);
            logger.debug("Transaction %d begins", 7);
            logger.trace("Too fine");
            assertThat(lines.all()).containsExactly("Transaction 7 begins");
        } finally {
            logger.setLevel(Level.WARN);
        }
    }

    @Test
    void levelsOfAPathAreSetTogether() {
        Logger logger = LoggerManager.getLogger("org.example.Path");
        LoggerManager.setLevel("org.example", Level.ERROR);
        try (LogLines lines = new LogLines("org.example.Path")) {
            logger.warn("hidden");
            logger.fatal("shown");
            assertThat(lines.all()).isEqualTo(List.of("shown"));
        }
    }
}
