package org.speedwell.init.model;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/** The names that Java, Speedment's generator and the written program use themselves. */
public final class ReservedNames {
    /**
     * The words to which Speedment appends an underscore, as it does to Java's keywords. It ignores upper and lower
     * case.
     */
    private static final Set<String> REWRITTEN = names("""
            bigdecimal, biginteger, boolean, byte, character, double, float, integer, long, object, short, string
            """);

    /** The public classes of {@code java.lang}, which every file sees without an import. */
    private static final Set<String> JAVA_LANG = names("""
            AbstractMethodError, Appendable, ArithmeticException, ArrayIndexOutOfBoundsException, ArrayStoreException,
            AssertionError, AutoCloseable, Boolean, BootstrapMethodError, Byte, CharSequence, Character, Class,
            ClassCastException, ClassCircularityError, ClassFormatError, ClassLoader, ClassNotFoundException,
            ClassValue, CloneNotSupportedException, Cloneable, Comparable, Deprecated, Double, Enum,
            EnumConstantNotPresentException, Error, Exception, ExceptionInInitializerError, Float,
            FunctionalInterface, IO, IllegalAccessError, IllegalAccessException, IllegalArgumentException,
            IllegalCallerException, IllegalMonitorStateException, IllegalStateException, IllegalThreadStateException,
            IncompatibleClassChangeError, IndexOutOfBoundsException, InheritableThreadLocal, InstantiationError,
            InstantiationException, Integer, InternalError, InterruptedException, Iterable,
            LayerInstantiationException, LinkageError, Long, MatchException, Math, Module, ModuleLayer,
            NegativeArraySizeException, NoClassDefFoundError, NoSuchFieldError, NoSuchFieldException,
            NoSuchMethodError, NoSuchMethodException, NullPointerException, Number, NumberFormatException, Object,
            OutOfMemoryError, Override, Package, Process, ProcessBuilder, ProcessHandle, Readable, Record,
            ReflectiveOperationException, Runnable, Runtime, RuntimeException, RuntimePermission, SafeVarargs,
            ScopedValue, SecurityException, SecurityManager, Short, StableValue, StackOverflowError,
            StackTraceElement, StackWalker, StrictMath, String, StringBuffer, StringBuilder,
            StringIndexOutOfBoundsException, SuppressWarnings, System, Thread, ThreadDeath, ThreadGroup, ThreadLocal,
            Throwable, TypeNotPresentException, UnknownError, UnsatisfiedLinkError, UnsupportedClassVersionError,
            UnsupportedOperationException, VerifyError, VirtualMachineError, Void, WrongThreadException
            """);

    /** The classes that generated code and the written program refer to by their short names. */
    private static final Set<String> GENERATED = names("""
            AbstractApplicationBuilder, AbstractApplicationMetadata, AbstractManager, AbstractSpeedment,
            AbstractViewManager, Arrays, BadValue, BigDecimal, BigInteger, Blob, BooleanField, ByteField,
            ByteForeignKeyField, Category, Collections, Column, ColumnFunctions, ColumnIdentifier, ColumnValues,
            ComparableField, ComparableForeignKeyField, Constructor, DataStoreComponent, Date, DirectEnumField,
            DoubleField, DoubleForeignKeyField, EntityReader, EnumField, EnumForeignKeyField, ExecuteBefore, Field,
            FloatField, FloatForeignKeyField, Generated, GeneratedCode, Identifier, InMemoryBundle, Injector,
            InjectorProxy, IntField, IntForeignKeyField, InvocationTargetException, List, LongField,
            LongForeignKeyField, Main, Manager, Method, MySqlBundle, Objects, Optional, OptionalBoolean,
            OptionalDouble, OptionalInt, OptionalLong, OptionalUtil, Ordering, Project, ProjectComponent,
            ReferenceField, ResultSet, ResultSetUtil, SQLException, ShortField, ShortForeignKeyField, Speedment,
            SqlAdapter, SqlFunction, SqlTypeMapperHelper, State, StoreConfiguration, Stream, StringField,
            StringForeignKeyField, StringJoiner, Table, TableIdentifier, Time, Timestamp, Type, TypeMapper
            """);

    private ReservedNames() {}

    /** Returns whether {@code java.lang} has a public class of this name. */
    public static boolean isInJavaLang(String className) {
        return JAVA_LANG.contains(className);
    }

    /** Returns whether a class of this name would hide one that generated code needs. */
    static boolean isClass(String className) {
        return JAVA_LANG.contains(className) || GENERATED.contains(className);
    }

    /** Returns whether a name is a keyword of Java or a word that Speedment rewrites, when underscores are ignored. */
    static boolean isWord(String plain) {
        String joined = plain.replace("_", "").toLowerCase(Locale.ROOT);
        return SourceVersion.isKeyword(joined) || REWRITTEN.contains(joined);
    }

    private static Set<String> names(String text) {
        return Stream.of(text.split("[,\\s]+", 0)).collect(Collectors.toUnmodifiableSet());
    }
}
