package org.speedwell.streaming.hazelcast;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.util.TreeMap;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.KeyOverflow;

/**
 * What a member is told of a job: the name of a class and its arguments, and how it is run. No function goes over the wire.
 *
 * @param className of a {@link JobDefinition}
 * @param parts over how many parts keys are spread, the same as long as the job lasts
 * @param threads how many processors of each operation a member has
 * @param restarts whether state is saved
 */
record JobSpec(
        String className,
        TreeMap<String, String> arguments,
        String name,
        int maxKeys,
        KeyOverflow keyOverflow,
        boolean skipsFailures,
        int parts,
        int threads,
        boolean restarts)
        implements Serializable {

    private JobOptions options() {
        return JobOptions.DEFAULT
                .named(name)
                .withMaxKeys(maxKeys)
                .onKeyOverflow(keyOverflow)
                .skippingFailures(skipsFailures);
    }

    /**
     * The job with its parts, none of which is made.
     *
     * @param where on which member this is, in words
     * @param filter decides which classes are read from what other members send
     * @throws IllegalArgumentException if the class is not there, or is none that can be used, and why
     */
    DistributedGraph define(ClassLoader loader, String where, ObjectInputFilter filter) {
        return new DistributedGraph(definition(loader, where).define(arguments), options(), parts, restarts, filter);
    }

    /** @throws IllegalArgumentException as {@link #define} does */
    void requireClass(ClassLoader loader, String where) {
        definition(loader, where);
    }

    private JobDefinition definition(ClassLoader loader, String where) {
        try {
            return Class.forName(className, true, loader)
                    .asSubclass(JobDefinition.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "Job \"" + name + "\" cannot run on " + where + ": class " + className + ", or one that it needs ("
                            + e.getMessage() + "), is not on the class path there. Put the jar of the job's classes on"
                            + " the class path of every member.",
                    e);
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "Job \"" + name + "\" cannot run: " + className
                            + " must be a public class, with a public constructor without arguments, that implements "
                            + JobDefinition.class.getName() + ".",
                    e);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "Job \"" + name + "\" cannot run on " + where + ": the constructor of " + className + " failed: "
                            + e.getCause(),
                    e);
        }
    }
}
