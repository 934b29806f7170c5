package org.speedwell.bench;

import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.speedwell.bench.peers.Contestant;
import org.speedwell.bench.peers.Gate;
import org.speedwell.bench.peers.PeerRows;
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
    };

    abstract void run(List<String> operands, Path results) throws Exception;
}
