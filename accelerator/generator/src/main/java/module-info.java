/**
 * A plug-in of Speedment's generator that writes faster row readers and enum fields. It exports the types that the
 * generated code needs at run time.
 */
module org.speedwell.generator {
    exports org.speedwell.generator.runtime;

    requires transitive com.speedment.runtime.field;

    // needed to compile only: the modules that require this one bring them
    requires static transitive org.jspecify;
    requires static com.speedment.common.codegen;
    requires static com.speedment.common.injector;
    requires static com.speedment.generator.translator;
    requires static com.speedment.runtime.core;
}
