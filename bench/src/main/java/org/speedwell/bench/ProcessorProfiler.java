package org.speedwell.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler of the processor time of each operation. It counts all threads of the JVM, so it includes engines, the
 * garbage collector and compilers. Other users of the machine change it less than the elapsed time.
 */
public final class ProcessorProfiler implements InternalProfiler {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private long begin;

    @Override
    public String getDescription() {
        return "Processor time of each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        begin = SYSTEM.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = SYSTEM.getProcessCpuTime() - begin;
        long operations = result.getMetadata().getAllOps();
        return operations == 0
                ? List.of()
                : List.of(new ScalarResult("processor", nanos / operations, "ns/op", AggregationPolicy.AVG));
    }
}
