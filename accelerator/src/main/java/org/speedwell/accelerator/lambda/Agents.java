package org.speedwell.accelerator.lambda;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * A check for tools that change code at run time. A Java agent, a native agent or a debugger can change method bodies
 * at any time. Such a change leaves no trace in the class. The check does not detect a native agent that attaches
 * later, because the agent looks like any other native library. Thread-safe.
 */
final class Agents {
    /** The system property with which a user declares that no agent changes the application's classes. */
    private static final String PROPERTY = "speedwell.agents";

    private static final Pattern ARGUMENT =
            Pattern.compile("-(javaagent|agentlib|agentpath):([^=]*).*", Pattern.DOTALL);

    /**
     * The JDK libraries that can change classes. The JVM loads such a library with its first user and never unloads it.
     */
    private static final Map<String, String> LIBRARIES = Map.of("instrument", "a Java agent", "jdwp", "a debugger");

    /** The period of the check for a Java agent or debugger that attaches to the running JVM. */
    private static final Duration PERIOD = Duration.ofMillis(250);

    private static volatile @Nullable String refusal;

    static {
        if (!"trusted".equals(System.getProperty(PROPERTY))) {
            refusal = look();
            if (refusal == null) {
                // a platform thread: virtual threads that compute would keep a virtual one from running
                Thread.ofPlatform().name("speedwell-agents").daemon().start(Agents::watch);
            }
        }
    }

    private Agents() {}

    /**
     * Returns why the engine must not analyse any code, in the words of {@link NotAnalyzableException}; null if it may.
     */
    static @Nullable String refusal() {
        return refusal;
    }

    /** Throws {@link NotAnalyzableException} if an agent may have changed the code, or if the agents are unknown. */
    static void requireNone() {
        String reason = refusal;
        if (reason != null) {
            throw new NotAnalyzableException(reason);
        }
    }

    /** Checks for agents until it finds one or the JVM ends. */
    private static void watch() {
        try {
            while (refusal == null) {
                Thread.sleep(PERIOD);
                refusal = look();
            }
        } catch (Throwable e) { // the agents are unknown, so all later analyses fail
            refusal = "runs in a JVM whose agents are unknown: " + e;
        }
    }

    private static @Nullable String look() {
        try {
            String agent = agent(ManagementFactory.getRuntimeMXBean().getInputArguments(), libraries());
            return agent == null
                    ? null
                    : "may have been changed by %s; if it was not, start the JVM with -D%s=trusted"
                            .formatted(agent, PROPERTY);
        } catch (IOException | JMException | RuntimeException e) {
            return "runs in a JVM whose agents are unknown: " + e;
        }
    }

    /** Returns the first agent in a JVM's arguments or among its native libraries; null if there is none. */
    static @Nullable String agent(List<String> arguments, String libraries) {
        for (String argument : arguments) {
            Matcher given = ARGUMENT.matcher(argument);
            if (given.matches()) {
                return "the agent " + given.group(2).replaceAll(".*[/\\\\]", "");
            }
        }
        return LIBRARIES.entrySet().stream()
                .filter(library -> Pattern.compile("\\b(lib)?" + library.getKey() + "\\.(so|dll|dylib)\\b")
                        .matcher(libraries)
                        .find())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** Returns a text that contains the names of this JVM's native libraries. */
    private static String libraries() throws IOException, JMException {
        Path maps = Path.of("/proc/self/maps");
        return Files.isReadable(maps)
                ? Files.readString(maps, StandardCharsets.ISO_8859_1)
                : String.valueOf(ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "vmDynlibs",
                                new Object[0],
                                new String[0]));
    }
}
