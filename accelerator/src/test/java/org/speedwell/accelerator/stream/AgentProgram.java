package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import com.sun.tools.attach.VirtualMachine;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * A program that counts films with a lambda, in memory and over a list, while {@link OtherNumberAgent} changes the
 * lambda's body.
 */
final class AgentProgram {
    private AgentProgram() {}

    /** The class that the agent changes. */
    static final class Shop {
        private Shop() {}

        static long count(Stream<Film> films) {
            return films.filter(film -> film.getFilmId() > 60).count();
        }
    }

    /**
     * Runs the queries. The first argument is the jar of an agent that attaches after the first queries; it is
     * optional. With a second argument a virtual thread computes during the run.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 1) {
            CountDownLatch started = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                started.countDown();
                while (true) {
                    Thread.onSpinWait();
                }
            });
            started.await();
        }
        Speedment app = EntityTable.offline(new SakilaApplicationBuilder());
        SakilaFilms films = SakilaFilms.random(app, 12, 200, 0);
        List<String> reasons = new ArrayList<>();
        if (arguments.length > 0) {
            require(inMemory(films, reasons) == Shop.count(films.list().stream()), "before the agent");
            require(reasons.isEmpty(), "read before the agent: " + reasons);
            VirtualMachine self =
                    VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
            self.loadAgent(arguments[0]);
            self.detach();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                inMemory(films, reasons);
                return !reasons.isEmpty();
            });
            reasons.clear();
        }
        long ofList = Shop.count(films.list().stream());
        long asInFile = films.list().stream()
                .filter(film -> film.getFilmId() > OtherNumberAgent.IN_FILE)
                .count();
        long found = inMemory(films, reasons);
        System.out.printf("%d of the list, %d in memory, reasons %s%n", ofList, found, reasons);
        require(ofList != asInFile, "the agent has changed the body");
        require(found == ofList, "memory runs the code in force");
        require(reasons.toString().contains("may have been changed by"), "the reason is told");
        app.stop();
    }

    private static long inMemory(SakilaFilms films, List<String> reasons) {
        return Shop.count(EntityStream.of(films.table(), false, (_, _, reason, _) -> reasons.add(reason)));
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** The agent. It replaces a number in the body of a lambda and changes no member. */
    public static final class OtherNumberAgent implements ClassFileTransformer {
        static final int IN_FILE = 60;
        private static final int IN_FORCE = 30;

        /** Adds the transformer if the agent starts with the JVM. */
        public static void premain(String arguments, Instrumentation jvm) {
            jvm.addTransformer(new OtherNumberAgent(), true);
        }

        /** Adds the transformer if the agent attaches to the running JVM. */
        public static void agentmain(String arguments, Instrumentation jvm) throws Exception {
            jvm.addTransformer(new OtherNumberAgent(), true);
            for (Class<?> loaded : jvm.getAllLoadedClasses()) {
                if (loaded.getName().endsWith("AgentProgram$Shop")) {
                    jvm.retransformClasses(loaded);
                }
            }
        }

        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String name,
                @Nullable Class<?> redefined,
                @Nullable ProtectionDomain domain,
                byte[] file) {
            if (name == null || !name.endsWith("AgentProgram$Shop")) {
                return null;
            }
            CodeTransform other = (code, element) -> {
                if (element instanceof ConstantInstruction number
                        && number.constantValue().equals(IN_FILE)) {
                    code.loadConstant(IN_FORCE);
                } else {
                    code.with(element);
                }
            };
            return ClassFile.of()
                    .transformClass(ClassFile.of().parse(file), ClassTransform.transformingMethodBodies(other));
        }
    }
}
