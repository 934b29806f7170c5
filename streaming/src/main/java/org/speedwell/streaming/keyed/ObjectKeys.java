package org.speedwell.streaming.keyed;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;

/** Slots of keys that are objects, told apart by {@code equals}. */
final class ObjectKeys extends Keys {
    private final Map<Object, Integer> slots = new HashMap<>();
    private @Nullable Object[] keys = new Object[16];

    ObjectKeys(KeyBudget budget) {
        super(budget);
    }

    @Override
    public int slot(Batch batch, int i) {
        return slot(requireNonNull(batch.objectKeys[i]));
    }

    @Override
    public int find(Batch batch, int i) {
        Integer known = slots.get(requireNonNull(batch.objectKeys[i]));
        return known == null ? -1 : known;
    }

    private int slot(Object key) {
        Integer known = slots.get(key);
        if (known != null) {
            return known;
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
        return slot(in.readObject());
    }

    @Override
    void remove(int slot) {
        slots.remove(key(slot));
        keys[slot] = null;
    }
}
