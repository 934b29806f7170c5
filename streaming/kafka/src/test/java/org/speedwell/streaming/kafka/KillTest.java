package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.KillableJvm;

/**
 * Kills a process with a job from topic to topic at random moments. A reader of committed records must find exactly the
 * results of a plain computation.
 */
@Timeout(1800)
@Tag("oracle")
@Tag("fault")
@Tag("forked")
class KillTest {
    private static final int KILLS = Integer.getInteger("speedwell.kills", 5);

    /** The longest life of a process in milliseconds after it starts its job, or after its first checkpoint. */
    private static final int MILLIS = 400;

    private final Broker broker = Broker.shared();
    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());

    @TempDir
    private Path folder;

    @Test
    void topicHasEachResultOnceOverKills() throws Exception {
        Random random = new Random(seed);
        KillableJvm jvm = new KillableJvm(Victim.class, folder, seed);
        for (int kills = 0, trial = 0; kills < KILLS; trial++) {
            int partitions = 1 + random.nextInt(4);
            String from = broker.topic(partitions);
            String to = broker.topic(1 + random.nextInt(3));
            List<String> expected = write(from, partitions, random);
            Path own = folder.resolve("trial-" + trial);
            for (boolean isWhole = false; !isWhole; kills++) {
                isWhole = broker.read(to).size() >= expected.size(); // one more life must add nothing
                boolean hasEnded = jvm.live(
                        List.of(
                                broker.address(),
                                from,
                                to,
                                own.toString(),
                                Integer.toString(1 + random.nextInt(3)),
                                Integer.toString(random.nextBoolean() ? 500 : 1_000_000)), // full between checkpoints
                        random.nextInt(5) > 0 ? List.of("running", "saved") : List.of("running"),
                        random.nextInt(MILLIS));
                assertThat(hasEnded).as("the job ended without a kill").isFalse();
            }
            assertThat(broker.read(to).stream().sorted().toList())
                    .as("seed " + seed + ", trial " + trial + ", " + kills + " kills")
                    .containsExactlyElementsOf(expected);
            System.out.println("trial " + trial + " done after " + kills + " kills");
        }
    }

    /** Writes events of three keys and returns the sorted results of the job, computed from plain lists. */
    private List<String> write(String topic, int partitions, Random random) {
        Map<String, Long> sums = new TreeMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            List<String> events = new ArrayList<>();
            long time = random.nextInt(100);
            for (int i = 0; i < Victim.EVENTS; i++) {
                time += random.nextInt(4);
                long number = random.nextInt(100);
                long at = Math.max(0, time - random.nextInt(Victim.LAG + 1));
                events.add(at + " " + number);
                sums.merge(at / Victim.WINDOW * Victim.WINDOW + " " + number % 3, number, Long::sum);
            }
            events.add(Victim.LAST + " 0"); // closes all windows before it
            broker.write(topic, partition, events);
        }
        return sums.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .sorted()
                .toList();
    }
}
