package org.speedwell.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.speedwell.bench.htap.HtapRun;
import org.speedwell.bench.kafka.DebeziumComparison;
import org.speedwell.bench.kafka.KafkaComparison;
import org.speedwell.bench.peers.Contestant;
import org.speedwell.bench.peers.Gate;
import org.speedwell.bench.peers.PeerRows;
import org.speedwell.bench.rest.RestComparison;
import org.speedwell.bench.scale.ScaleComparison;
import org.speedwell.bench.streaming.Scenario;
import org.speedwell.bench.streaming.StreamComparison;
import org.speedwell.bench.tpch.LoadedTpch;
import org.speedwell.schema.ChBenchmark;
import org.speedwell.schema.Progress;

/** The programs that the JVM of a {@link Step} can run. */
enum Program {
    /** Runs JMH. Operands: the file for the results, then the arguments of JMH. */
    jmh {
        @Override
        void run(List<String> operands, Path results) throws RunnerException, CommandLineOptionException {
            Jmh.run(operands.subList(1, operands.size()), results.resolve(operands.getFirst()));
        }
    },
    /** Checks that both engines agree on TPC-H. Operand: the scale factor. */
    tpch {
        @Override
        void run(List<String> operands, Path results) {
            LoadedTpch.check(Double.parseDouble(operands.getFirst()), 1, BenchFolders.data(), Progress.console());
        }
    },
    /** Checks that the peers agree. Operands: the number of rows, then the contestants. */
    gate {
        @Override
        void run(List<String> operands, Path results) {
            Gate.check(
                    operands.stream().skip(1).map(Contestant::valueOf).toList(),
                    new PeerRows(Integer.parseInt(operands.getFirst())),
                    BenchFolders.data(),
                    Progress.console());
        }
    },
    /** Measures a million queries. Operand: the number of them that SQL answers. */
    million {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            MillionQueries.run(Integer.parseInt(operands.getFirst()), results);
        }
    },
    /** Measures loads. Operands: the scale of Sakila, and the number of rounds. */
    load {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            LoadComparison.run(Integer.parseInt(operands.getFirst()), Integer.parseInt(operands.get(1)), results);
        }
    },
    /** Measures starts from a file without a database. Operands: the number of films, and the number of rounds. */
    start {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            StartComparison.run(Integer.parseInt(operands.getFirst()), Integer.parseInt(operands.get(1)), results);
        }
    },
    /**
     * Measures replication. Operands: the scale of Sakila, the milliseconds of writing, and the row changes to catch up
     * with.
     */
    live {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            LiveComparison.run(
                    Integer.parseInt(operands.getFirst()),
                    Duration.ofMillis(Long.parseLong(operands.get(1))),
                    Integer.parseInt(operands.get(2)),
                    results);
        }
    },
    /**
     * Measures transactions and analytical questions over the same tables. Operands: the number of warehouses, of items,
     * of customers of a district and of terminals, the milliseconds of each phase, and the number of rounds.
     */
    htap {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            List<Integer> numbers = operands.stream().map(Integer::valueOf).toList();
            HtapRun.run(
                    new ChBenchmark(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(2)),
                    numbers.get(3),
                    Duration.ofMillis(numbers.get(4)),
                    numbers.get(5),
                    results);
        }
    },
    /**
     * Measures many maintained queries during replication. Operands: the scale of Sakila, the number of queries, the
     * milliseconds of each phase, and the number of rounds.
     */
    maintained {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            MaintainedComparison.run(
                    Integer.parseInt(operands.getFirst()),
                    Integer.parseInt(operands.get(1)),
                    Duration.ofMillis(Long.parseLong(operands.get(2))),
                    Integer.parseInt(operands.get(3)),
                    results);
        }
    },
    /** Measures the memory of versions. Operands: the number of films, the changes per second, and the milliseconds. */
    versions {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            VersionMemory.run(
                    Integer.parseInt(operands.getFirst()),
                    Integer.parseInt(operands.get(1)),
                    Duration.ofMillis(Long.parseLong(operands.get(2))),
                    results);
        }
    },
    /** Measures readers. Operands: the scale of Sakila, and the milliseconds for each line of the result. */
    readers {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            Readers.run(
                    Integer.parseInt(operands.getFirst()), Duration.ofMillis(Long.parseLong(operands.get(1))), results);
        }
    },
    /**
     * Measures REST servers. Operands: the scale of Sakila, the number of rounds, and the milliseconds of each round.
     */
    rest {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            RestComparison.run(
                    Integer.parseInt(operands.getFirst()),
                    Integer.parseInt(operands.get(1)),
                    Duration.ofMillis(Long.parseLong(operands.get(2))),
                    results);
        }
    },
    /**
     * Measures a streaming job on several members. Operands: the most members, the milliseconds for each line of the
     * result, and the events per second of each member.
     */
    scale {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            ScaleComparison.run(
                    Integer.parseInt(operands.getFirst()),
                    operands.stream().skip(2).map(Double::valueOf).toList(),
                    Duration.ofMillis(Long.parseLong(operands.get(1))),
                    results);
        }
    },
    /** Measures thread models on a contended database. Operand: the milliseconds for each line of the result. */
    threads {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            ContendedDatabase.run(Duration.ofMillis(Long.parseLong(operands.getFirst())), results);
        }
    },
    /** Measures jobs from and to Kafka topics. Operands: the number of records, and the number of rounds. */
    kafka {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            KafkaComparison.run(Long.parseLong(operands.getFirst()), Integer.parseInt(operands.get(1)), results);
        }
    },
    /**
     * Measures how fast memory catches up by Debezium's topics. Operands: the number of changes, and the number of
     * rounds.
     */
    debezium {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            DebeziumComparison.run(Integer.parseInt(operands.getFirst()), Integer.parseInt(operands.get(1)), results);
        }
    },
    /**
     * Searches for the rate at which a streaming engine answers within 10 ms at 99.99 %. Operands: the engine, the
     * threads, the milliseconds of a trial, the number of windows to measure, and the scenario.
     */
    within {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            StreamComparison.runWithin(
                    Scenario.valueOf(operands.get(4)),
                    operands.getFirst(),
                    Integer.parseInt(operands.get(1)),
                    Duration.ofMillis(Long.parseLong(operands.get(2))),
                    Integer.parseInt(operands.get(3)),
                    Duration.ofMillis(10),
                    results);
        }
    },
    /**
     * Measures a streaming engine. Operands: the engine, the threads, the milliseconds of a trial, whether to search
     * for the highest rate, and the scenarios.
     */
    stream {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            for (String scenario : operands.subList(4, operands.size())) {
                StreamComparison.run(
                        Scenario.valueOf(scenario),
                        operands.getFirst(),
                        Integer.parseInt(operands.get(1)),
                        Duration.ofMillis(Long.parseLong(operands.get(2))),
                        Boolean.parseBoolean(operands.get(3)),
                        results);
            }
        }
    };

    abstract void run(List<String> operands, Path results) throws Exception;
}
