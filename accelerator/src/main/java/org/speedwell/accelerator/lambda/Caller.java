package org.speedwell.accelerator.lambda;

import java.lang.StackWalker.StackFrame;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * A finder of the code that calls a stream operation, and of the argument that it passes. It caches one result for each
 * call site.
 */
final class Caller {
    /** The usual number of frames up to the caller. The JVM then reads all of them at once. */
    private static final int FRAMES = 16;

    private static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), FRAMES);

    /** True if the JVM was started with agents that could change classes. */
    private static final boolean HAS_AGENTS = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(argument -> argument.startsWith("-javaagent") || argument.startsWith("-agentpath"));

    /** The greatest nesting depth of constants built from other constants. */
    private static final int MAX_DEPTH = 8;

    /** The number of call sites cached per class. */
    private static final int MAX_PLACES = 1_024;

    private static final ClassValue<Map<Place, Code>> GIVEN = new ClassValue<>() {
        @Override
        protected Map<Place, Code> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** The operation name for a call of any method, to find its first argument. */
    private static final String FIRST_ARGUMENT = "";

    /** The operation name for a call of any method, to find its last argument. */
    private static final String LAST_ARGUMENT = "last";

    /**
     * A cache key for a call site.
     *
     * @param descriptor empty if no other method of the class has the name, because finding the descriptor is slow
     */
    private record Place(String method, String descriptor, int offset, int line, String operation) {}

    private Caller() {}

    /**
     * Returns the code of the last argument of the current call.
     *
     * @param operation the name of the called method
     * @param isCalled returns whether a class on the stack belongs to the called side
     */
    static Code argument(String operation, Predicate<Class<?>> isCalled) {
        return argument(operation, BaseStream.class, isCalled);
    }

    /**
     * Returns the code of the first argument of the current call.
     *
     * @param isCalled returns whether a class on the stack belongs to the called side and has the method
     */
    static Code firstArgument(Predicate<Class<?>> isCalled) {
        return handedOver(FIRST_ARGUMENT, isCalled, isCalled);
    }

    /**
     * Returns the code of the last argument of the current call.
     *
     * @param isCalled returns whether a class on the stack belongs to the called side and has the method
     */
    static Code lastArgument(Predicate<Class<?>> isCalled) {
        return handedOver(LAST_ARGUMENT, isCalled, isCalled);
    }

    /**
     * Returns the code of the last argument of the current call.
     *
     * @param operation the name of the called method
     * @param called the class that declares the method, or a superclass of it
     * @param isCalled returns whether a class on the stack belongs to the called side
     */
    static Code argument(String operation, Class<?> called, Predicate<Class<?>> isCalled) {
        return handedOver(operation, called::isAssignableFrom, isCalled);
    }

    private static Code handedOver(String operation, Predicate<Class<?>> called, Predicate<Class<?>> isCalled) {
        Optional<StackFrame> caller = frame(isCalled);
        if (caller.isEmpty()) {
            return new Code.Unknown("has no caller on the stack");
        }
        StackFrame frame = caller.get();
        Map<Place, Code> given = GIVEN.get(frame.getDeclaringClass());
        StackTraceElement element = frame.toStackTraceElement(); // faster than frame.getMethodName()
        Place place =
                new Place(element.getMethodName(), "", frame.getByteCodeIndex(), element.getLineNumber(), operation);
        Code known = given.get(place);
        return known == null ? argument(frame, place, called, given) : known;
    }

    private static Code argument(StackFrame frame, Place place, Predicate<Class<?>> called, Map<Place, Code> given) {
        Class<?> owner = frame.getDeclaringClass();
        Place exact = new Place(place.method, frame.getDescriptor(), place.offset, place.line, place.operation);
        Code known = given.get(exact);
        if (known == null) {
            known = read(owner, exact, called);
            if (given.size() < MAX_PLACES) {
                given.put(isOnlyOneOfName(owner, place.method) ? place : exact, known);
            }
        }
        return known;
    }

    private static boolean isOnlyOneOfName(Class<?> owner, String method) {
        try {
            return ClassCode.of(owner).methodsOf(method) == 1;
        } catch (NotAnalyzableException e) {
            return false;
        }
    }

    /** Returns the call site of the current call, such as {@code Shop.java:42}. */
    static String place(Predicate<Class<?>> isCalled) {
        return frame(isCalled)
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("unknown");
    }

    private static Optional<StackFrame> frame(Predicate<Class<?>> isCalled) {
        return WALKER.walk(frames -> frames.dropWhile(
                        frame -> isOwn(frame.getDeclaringClass()) || isCalled.test(frame.getDeclaringClass()))
                .findFirst());
    }

    private static boolean isOwn(Class<?> type) {
        return type == Caller.class || type == Functions.class;
    }

    private static Code read(Class<?> owner, Place place, Predicate<Class<?>> called) {
        try {
            boolean isFirst = place.operation.equals(FIRST_ARGUMENT);
            boolean isLast = place.operation.equals(LAST_ARGUMENT);
            MethodCode method = ClassCode.of(owner).method(place.method, place.descriptor);
            int call = method == null ? -1 : method.at(place.offset);
            boolean isCall = method != null
                    && call >= 0
                    && method.instructions.get(call) instanceof InvokeInstruction invoke
                    && (isFirst || isLast || invoke.name().equalsString(place.operation) && hasOneFunction(invoke))
                    && called.test(Linkage.classOf(owner, invoke.owner().asInternalName()))
                    && method.line(call) == place.line
                    && (!HAS_AGENTS || isOnlyOneOfLine(method, place, invoke));
            if (method == null || !isCall) {
                return new Code.Unknown("is passed by " + owner.getName() + ", whose code cannot be read");
            }
            CallerReader reader = new CallerReader(method);
            return constant(isFirst ? reader.firstArgument(call) : reader.lastArgument(call), 0);
        } catch (NotAnalyzableException e) {
            return new Code.Unknown(e.reason());
        } catch (RuntimeException | LinkageError e) {
            return new Code.Unknown("is passed by code that cannot be read: " + e);
        }
    }

    /**
     * Returns whether no other code can run between the call and the operation. The stack does not always show such
     * code, so this method counts the parameters.
     */
    private static boolean hasOneFunction(InvokeInstruction call) {
        int parameters = call.typeSymbol().parameterCount();
        return parameters == 1 || parameters == 2 && call.name().equalsString("reduce");
    }

    /**
     * Returns whether the call is the only match on its line. An agent may have moved the instructions. Then only the
     * line identifies the call.
     */
    private static boolean isOnlyOneOfLine(MethodCode method, Place place, InvokeInstruction call) {
        int calls = 0;
        for (int i = 0; i < method.instructions.size(); i++) {
            if (method.line(i) == place.line
                    && method.instructions.get(i) instanceof InvokeInstruction invoke
                    && invoke.name().equalsString(call.name().stringValue())) {
                calls++;
            }
        }
        return calls == 1;
    }

    /** Returns the code with static final fields replaced by their values, if the class initialiser sets each once. */
    private static Code constant(Code code, int depth) {
        if (depth > MAX_DEPTH) {
            return code;
        }
        return switch (code) {
            case Code.Static field -> {
                Code made = made(field);
                yield made == null ? code : constant(made, depth + 1);
            }
            case Code.Call call ->
                new Code.Call(
                        call.method(),
                        call.type(),
                        call.arguments().stream()
                                .map(argument -> constant(argument, depth + 1))
                                .toList());
            case Code.Entity _, Code.Tuple _, Code.Value _, Code.Maybe _, Code.Function _, Code.Unknown _ -> code;
        };
    }

    private static @Nullable Code made(Code.Static field) {
        try {
            boolean isFinal = Modifier.isFinal(
                    field.owner().getDeclaredField(field.name()).getModifiers());
            return isFinal ? ClassCode.of(field.owner()).constants().get(field.name()) : null;
        } catch (NoSuchFieldException | NotAnalyzableException e) {
            return null;
        }
    }
}
