package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.ForkedJvm;

/** Lambdas whose bodies an agent changes without changing a member of their class. Speedwell runs the changed code. */
@Tag("forked")
class AgentTest {
    private static final long SECONDS = 300;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path agent = Path.of("");

    /** Makes the jar of the agent, whose class is on the class path. */
    @BeforeEach
    void makeAgent() throws IOException {
        agent = folder.resolve("agent.jar");
        String name = AgentProgram.OtherNumberAgent.class.getName();
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", name);
        attributes.putValue("Agent-Class", name);
        attributes.putValue("Can-Retransform-Classes", "true");
        new JarOutputStream(Files.newOutputStream(agent), manifest).close();
    }

    @Test
    void changedLambdaRunsWithAnAgentAtStart() throws Exception {
        String output = ForkedJvm.run(folder, List.of("-javaagent:" + agent), AgentProgram.class, List.of(), SECONDS);
        assertThat(output).contains("the agent agent.jar");
    }

    @Test
    void changedLambdaRunsWithAnAgentAttachedLater() throws Exception {
        String output = ForkedJvm.run(
                folder,
                List.of("-Djdk.attach.allowAttachSelf=true", "-XX:+EnableDynamicAgentLoading"),
                AgentProgram.class,
                List.of(agent.toString()),
                SECONDS);
        assertThat(output).contains("a Java agent");
    }

    @Test
    void changedLambdaRunsWhileAVirtualThreadKeepsTheOnlyCarrier() throws Exception {
        String output = ForkedJvm.run(
                folder,
                List.of(
                        "-Djdk.attach.allowAttachSelf=true",
                        "-XX:+EnableDynamicAgentLoading",
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1"),
                AgentProgram.class,
                List.of(agent.toString(), "spin"),
                SECONDS);
        assertThat(output).contains("a Java agent");
    }

    @Test
    void trustedAgentLetsLambdasBeReadFromTheirFiles() {
        assertThatThrownBy(() -> ForkedJvm.run(
                        folder,
                        List.of("-javaagent:" + agent, "-Dspeedwell.agents=trusted"),
                        AgentProgram.class,
                        List.of(),
                        SECONDS))
                .hasMessageContaining("memory runs the code in force");
    }
}
