package org.speedwell.accelerator.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the detection of Java agents and of the file that contains a class. */
@Tag("unit")
class AgentsTest {
    @Test
    void agentIsFoundAmongArgumentsAndLibraries() {
        assertThat(Agents.agent(List.of("-Xmx1g", "-javaagent:/opt/x/trace.jar=key=secret"), ""))
                .isEqualTo("the agent trace.jar");
        assertThat(Agents.agent(List.of("-agentlib:jdwp=transport=dt_socket"), ""))
                .isEqualTo("the agent jdwp");
        assertThat(Agents.agent(List.of("-agentpath:C:\\tools\\rebel64.dll"), ""))
                .isEqualTo("the agent rebel64.dll");
        assertThat(Agents.agent(List.of(), "7f00-7f01 r-xp 0 /opt/jdk/lib/libinstrument.so\n"))
                .isEqualTo("a Java agent");
        assertThat(Agents.agent(List.of(), "0x0000 - 0x0001 C:\\jdk\\bin\\jdwp.dll"))
                .isEqualTo("a debugger");
        assertThat(Agents.agent(List.of("-Dx=-javaagent:y"), "/opt/jdk/lib/libjava.so /opt/instruments/libother.so"))
                .isNull();
    }

    @Test
    void outermostFileOfAClassIsFound() {
        assertThat(ClassCode.outermost("file:/a/b/C.class")).isEqualTo("file:/a/b/C.class");
        assertThat(ClassCode.outermost("jar:file:/a/b.jar!/c/D.class")).isEqualTo("file:/a/b.jar");
        assertThat(ClassCode.outermost("jar:nested:/a/app.jar/!BOOT-INF/classes/!/c/D.class"))
                .isEqualTo("file:/a/app.jar");
        assertThat(ClassCode.outermost("jar:nested:/a/app.jar/!BOOT-INF/lib/b.jar!/c/D.class"))
                .isEqualTo("file:/a/app.jar");
        assertThat(ClassCode.outermost("jar:war:file:/a/app.war*/WEB-INF/lib/b.jar!/c/D.class"))
                .isEqualTo("file:/a/app.war");
        assertThat(ClassCode.outermost("memory:///c/D.class")).isEqualTo("memory:///c/D.class");
    }
}
