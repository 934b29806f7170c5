package org.speedwell.streaming.hazelcast;

import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.JobConfig;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.KeyOverflow;
import org.speedwell.streaming.engine.Frame;

/**
 * The description of a job that members receive: the name of a class, its arguments and settings. It contains no
 * functions.
 *
 * @param formats the versions of the formats that the starting process knows. They must be those of each member
 * @param className the name of a {@link JobDefinition}
 * @param parts the number of partitions of the keys, constant for the life of the job
 * @param threads the number of processors of each operation on a member
 * @param restarts true if the job saves its state
 * @param start the savepoint from which the job starts, or null
 */
record JobSpec(
        String formats,
        String className,
        TreeMap<String, String> arguments,
        String name,
        int maxKeys,
        KeyOverflow keyOverflow,
        boolean skipsFailures,
        int parts,
        int threads,
        boolean restarts,
        @Nullable Start start)
        implements Serializable {

    /**
     * The savepoint from which the job starts.
     *
     * @param stages the names of the stages that keep their state
     */
    record Start(String savepoint, TreeSet<String> stages) implements Serializable {}

    /** The versions of the formats that this process knows. */
    static final String KNOWN_FORMATS = "frames " + Frame.version() + ", states " + Snapshot.version();

    /** The key of the specification among the arguments of a job in Jet. */
    private static final String ARGUMENT = "speedwell";

    /** A filter that rejects all classes. A process that runs no part of the job deserialises nothing of it. */
    private static final ObjectInputFilter NOTHING_SENT = _ -> ObjectInputFilter.Status.REJECTED;

    /** Adds the specification to the configuration of a job in Jet, so that every client finds it. */
    void addTo(JobConfig config) {
        config.setArgument(ARGUMENT, this);
    }

    /** Returns the specification of a job in Jet. Empty if another program started the job. */
    static Optional<JobSpec> of(Job job) {
        return Optional.ofNullable(job.getConfig().<Object>getArgument(ARGUMENT))
                .filter(JobSpec.class::isInstance)
                .map(JobSpec.class::cast);
    }

    /**
     * Creates the job's graph for a process that runs none of its parts.
     *
     * @throws IllegalArgumentException as {@link #define} does
     */
    DistributedGraph shape(ClassLoader loader) {
        DistributedGraph shape = define(loader, "this process", NOTHING_SENT);
        shape.close();
        return shape;
    }

    /** Returns the same specification with a savepoint from which the job starts, or none. */
    JobSpec startingFrom(@Nullable Start from) {
        return new JobSpec(
                formats,
                className,
                arguments,
                name,
                maxKeys,
                keyOverflow,
                skipsFailures,
                parts,
                threads,
                restarts,
                from);
    }

    private JobOptions options() {
        return JobOptions.DEFAULT
                .named(name)
                .withMaxKeys(maxKeys)
                .onKeyOverflow(keyOverflow)
                .skippingFailures(skipsFailures);
    }

    /**
     * Creates the job's graph, without its parts.
     *
     * @param where the name of this member for messages
     * @param filter selects the classes that the member may deserialise from data of other members
     * @throws IllegalArgumentException if the class is missing or unusable; the message says why
     */
    DistributedGraph define(ClassLoader loader, String where, ObjectInputFilter filter) {
        return new DistributedGraph(definition(loader, where).define(arguments), options(), parts, restarts, filter);
    }

    /**
     * Checks that the class of the job exists and can be used.
     *
     * @throws IllegalArgumentException as {@link #define} does
     */
    void requireClass(ClassLoader loader, String where) {
        definition(loader, where);
    }

    private JobDefinition definition(ClassLoader loader, String where) {
        if (!KNOWN_FORMATS.equals(formats)) {
            throw new IllegalArgumentException("Job \"" + name + "\" cannot run on " + where
                    + ", because the process that started it knows the formats (" + formats
                    + "), but the formats there are (" + KNOWN_FORMATS
                    + "). Put the same version of streaming-hazelcast on the class path of every member.");
        }
        try {
            return Class.forName(className, true, loader)
                    .asSubclass(JobDefinition.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "Job \"" + name + "\" cannot run on " + where + ". Class " + className
                            + ", or a class that it needs ("
                            + e.getMessage()
                            + "), is missing from the class path there. Put the jar of the job's classes"
                            + " on the class path of every member.",
                    e);
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "Job \"" + name + "\" cannot run. " + className + " must be a public class that implements "
                            + JobDefinition.class.getName() + " and has a public constructor without arguments.",
                    e);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "Job \"" + name + "\" cannot run on " + where + ", because the constructor of " + className
                            + " failed: " + e.getCause(),
                    e);
        }
    }
}
