package org.speedwell.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.speedwell.bench.peers.Contestant;
import org.speedwell.bench.peers.Gate;
import org.speedwell.bench.peers.PeerRows;
import org.speedwell.bench.rest.RestComparison;
import org.speedwell.bench.scale.ScaleComparison;
import org.speedwell.bench.streaming.Scenario;
import org.speedwell.bench.streaming.StreamComparison;
import org.speedwell.bench.tpch.LoadedTpch;
import org.speedwell.schema.Progress;

/** What the JVM of a {@link Step} runs. */
enum Program {
    /** Operands: the file for the results, then JMH's arguments. */
    jmh {
        @Override
        void run(List<String> operands, Path results) throws RunnerException, CommandLineOptionException {
            Jmh.run(operands.subList(1, operands.size()), results.resolve(operands.getFirst()));
        }
    },
    /** Operand: the scale factor. */
    tpch {
        @Override
        void run(List<String> operands, Path results) {
            LoadedTpch.check(Double.parseDouble(operands.getFirst()), 1, BenchFolders.data(), Progress.console());
        }
    },
    /** Operands: the number of rows, then contestants. */
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
    /** Operands: scale of Sakila, rounds. */
    load {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            LoadComparison.run(Integer.parseInt(operands.getFirst()), Integer.parseInt(operands.get(1)), results);
        }
    },
    /** Operands: scale of Sakila, milliseconds of writing, row changes to catch up with. */
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
    /** Operands: films, changes a second, milliseconds. */
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
    /** Operands: scale of Sakila, milliseconds a line. */
    readers {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            Readers.run(
                    Integer.parseInt(operands.getFirst()), Duration.ofMillis(Long.parseLong(operands.get(1))), results);
        }
    },
    /** Operands: scale of Sakila, rounds, milliseconds of one. */
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
    /** Operands: the most members, milliseconds a line, events a second of each member. */
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
    /** Operand: milliseconds a line. */
    threads {
        @Override
        void run(List<String> operands, Path results) throws Exception {
            ContendedDatabase.run(Duration.ofMillis(Long.parseLong(operands.getFirst())), results);
        }
    },
    /** Operands: engine, threads, milliseconds of a trial, whether to search for the highest rate, scenarios. */
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
