package org.speedwell.streaming;

import java.util.Map;

/**
 * A function that creates the pipeline of a job, wherever it runs. An {@link Engine} runs it on one machine. A cluster
 * receives the name of the class, and no function. For a cluster it must be a public class with a public constructor
 * without arguments. The module must export its package.
 */
@FunctionalInterface
public interface JobDefinition {

    /**
     * Creates a pipeline with its own sources and sinks. Equal arguments must give the same graph. A cluster calls this
     * where the job starts, and once on each member for each start and restart. Sources and sinks should open files and
     * connections only when they are first used.
     *
     * @param arguments the arguments with which the job was started
     */
    Pipeline define(Map<String, String> arguments);
}
