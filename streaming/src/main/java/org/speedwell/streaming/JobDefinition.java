package org.speedwell.streaming;

import java.util.Map;

/**
 * What makes the pipeline of a job, wherever it runs: by an {@link Engine}, or on a cluster, to whose members the name of the
 * class goes, and no function. There it is to be a public class with a public constructor without arguments, in a package that
 * its module exports.
 */
@FunctionalInterface
public interface JobDefinition {

    /**
     * A pipeline, with sources and sinks of its own, and the same graph whenever the arguments are the same. On a cluster it is
     * called where the job is started, and once on each member each time that the job is started or restarted there; files and
     * connections are better opened by the sources and sinks when they are first used.
     *
     * @param arguments what the job was started with
     */
    Pipeline define(Map<String, String> arguments);
}
