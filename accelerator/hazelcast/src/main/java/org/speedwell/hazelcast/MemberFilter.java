package org.speedwell.hazelcast;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import java.io.ObjectInputFilter;

/**
 * A filter that rejects the classes that Hazelcast's own Java serialization rejects on this member. It uses the same
 * configuration. Without it, objects that this library deserializes could contain classes that Hazelcast rejects.
 * Immutable and thread-safe.
 */
final class MemberFilter implements ObjectInputFilter {
    /** The package prefixes that Hazelcast allows by default. The filter judges an array by its elements. */
    private static final ClassFilter DEFAULTS = new ClassFilter().addPrefixes("java", "com.hazelcast.");

    private final JavaSerializationFilterConfig config;

    private MemberFilter(JavaSerializationFilterConfig config) {
        this.config = config;
    }

    /** Returns the filter of a member. It rejects nothing if the member is configured without one. */
    static ObjectInputFilter of(SerializationConfig member) {
        JavaSerializationFilterConfig config = member.getJavaSerializationFilterConfig();
        return config == null ? _ -> Status.UNDECIDED : new MemberFilter(new JavaSerializationFilterConfig(config));
    }

    /** @throws SecurityException if the filter rejects the class. The JDK wraps it as the cause of its own exception */
    @Override
    public Status checkInput(FilterInfo info) {
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) {
            type = type.componentType();
        }
        if (type == null || type.isPrimitive() || allows(type.getName())) {
            return Status.UNDECIDED;
        }
        throw new SecurityException(
                "the Java serialization filter of this Hazelcast member rejects class " + type.getName()
                        + ": add the class, or its package, to the whitelist in JavaSerializationFilterConfig");
    }

    private boolean allows(String name) {
        if (config.getBlacklist().isListed(name)) {
            return false;
        }
        ClassFilter allowed = config.getWhitelist();
        boolean hasDefaults = !config.isDefaultsDisabled();
        return !hasDefaults && allowed.isEmpty() || allowed.isListed(name) || hasDefaults && DEFAULTS.isListed(name);
    }
}
