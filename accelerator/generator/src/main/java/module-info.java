/** Generates quicker entities and fields. What these need when they run is exported. */
module org.speedwell.generator {
    exports org.speedwell.generator.runtime;

    requires transitive com.speedment.runtime.field;

    // only to compile: who uses them brings them
    requires static transitive org.jspecify;
    requires static com.speedment.common.codegen;
    requires static com.speedment.common.injector;
    requires static com.speedment.generator.translator;
    requires static com.speedment.runtime.core;
}
