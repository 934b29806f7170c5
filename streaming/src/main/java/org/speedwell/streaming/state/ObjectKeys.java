package org.speedwell.streaming.state;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;

/** A table of keys that are objects. {@code equals} distinguishes them. */
final class ObjectKeys extends Keys {
    private final Map<Object, Integer> slots = new HashMap<>();
    private @Nullable Object[] keys = new Object[16];

    /** The class of the keys of a checkpoint, if all had the same kind. New keys must have that kind too. */
    private @Nullable Class<?> kind;

    ObjectKeys(KeyBudget budget) {
        super(budget);
    }

    @Override
    public int slot(Batch batch, int i) {
        return slot(requireNonNull(batch.objectKeys[i]));
    }

    @Override
    public int find(Batch batch, int i) {
        Integer known = known(requireNonNull(batch.objectKeys[i]));
        return known == null ? -1 : known;
    }

    private @Nullable Integer known(Object key) {
        try {
            return slots.get(key);
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "equals or hashCode of key " + Failures.describe(key) + " failed: " + Failures.describe(e), e);
        }
    }

    private int slot(Object key) {
        Integer known = known(key);
        if (known != null) {
            return known;
        }
        if (kind != null && !isOfKind(kind, key.getClass())) {
            throw new IllegalStateException("A key is of " + key.getClass() + ", but the keys of the checkpoint are of "
                    + kind + ". The job would not find their states. Start the earlier pipeline.");
        }
        int slot = takeSlot();
        if (slot >= keys.length) {
            keys = Arrays.copyOf(keys, Math.max(2 * keys.length, slot + 1));
        }
        keys[slot] = key;
        slots.put(key, slot);
        return slot;
    }

    @Override
    public int[] slots(Batch batch, int from, int to) {
        int[] found = room(to);
        for (int i = from; i < to; i++) {
            found[i] = slot(batch, i);
        }
        return found;
    }

    @Override
    public Object key(int slot) {
        return requireNonNull(keys[slot]);
    }

    @Override
    void saveKey(int slot, ObjectOutput out) throws IOException {
        out.writeObject(key(slot));
    }

    @Override
    int restoreKey(ObjectInput in) throws IOException, ClassNotFoundException {
        Object key = in.readObject();
        if (!isOwn(StableHash.of(key))) {
            return -1;
        }
        boolean isFirst = slots.isEmpty();
        Class<?> ofKey = key.getClass();
        Class<?> before = kind;
        kind = null;
        int slot = slot(key);
        if (isFirst) {
            kind = ofKey;
        } else if (before != null && isOfKind(before, ofKey)) {
            kind = before;
        }
        return slot;
    }

    /**
     * Returns whether keys of both classes can be equal. This is so for one type of the application, or one kind of
     * collection.
     */
    private static boolean isOfKind(Class<?> one, Class<?> other) {
        if (one == other) {
            return true;
        }
        for (Class<?> collection : List.of(List.class, Set.class, Map.class)) {
            if (collection.isAssignableFrom(one) && collection.isAssignableFrom(other)) {
                return true;
            }
        }
        return ofApplication(one).anyMatch(type -> type.isAssignableFrom(other));
    }

    private static Stream<Class<?>> ofApplication(@Nullable Class<?> type) {
        if (type == null) {
            return Stream.empty();
        }
        Stream<Class<?>> inherited = Stream.concat(
                ofApplication(type.getSuperclass()),
                Arrays.stream(type.getInterfaces()).flatMap(ObjectKeys::ofApplication));
        return type.getName().startsWith("java.") ? inherited : Stream.concat(Stream.of(type), inherited);
    }

    @Override
    void remove(int slot) {
        slots.remove(key(slot));
        keys[slot] = null;
    }
}
