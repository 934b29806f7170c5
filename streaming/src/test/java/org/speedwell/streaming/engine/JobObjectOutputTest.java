package org.speedwell.streaming.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that the error for an object that is not serialisable names its class and the path to it. */
@Tag("unit")
class JobObjectOutputTest {
    private static final String PRODUCT = "class " + Product.class.getName() + " is not Serializable";

    private record Product(String name) {}

    private record Line(@Nullable Object product) implements Serializable {}

    private static class Document implements Serializable {
        private @Nullable Object lines;
        private transient @Nullable Object unwritten = new Product("not written");
    }

    private static final class Order extends Document {}

    private static Order order(@Nullable Object lines) {
        Order order = new Order();
        ((Document) order).lines = lines;
        return order;
    }

    @Test
    void errorNamesPathToObject() {
        String order = Order.class.getName();
        Line good = new Line("a text");
        Line bad = new Line(new Product("a"));
        assertMessage(order(bad), PRODUCT + " (" + order + ".lines.product)");
        assertMessage(order(new ArrayList<>(List.of(good, bad))), PRODUCT + " (" + order + ".lines[1].product)");
        assertMessage(order(new Line[] {good, good, bad}), PRODUCT + " (" + order + ".lines[2].product)");
        assertMessage(order(new HashMap<>(Map.of("b", bad))), PRODUCT + " (" + order + ".lines[b].product)");
        assertMessage(
                order(new HashMap<>(Map.of(new Product("key"), good))), PRODUCT + " (" + order + ".lines[a key])");
        assertMessage(order(Optional.of(1)), "class java.util.Optional is not Serializable (" + order + ".lines)");
    }

    @Test
    void rootObjectHasNoPath() {
        assertMessage(new Product("a"), PRODUCT);
    }

    @Test
    void errorInLongListNamesNearestObject() {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(new Line(i));
        }
        many.add(new Line(new Product("last")));
        assertMessage(order(many), PRODUCT + " (" + Line.class.getName() + ".product)");
    }

    @Test
    void serialisableObjectsAreWritten() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new JobObjectOutput(bytes)) {
            out.writeObject(new ArrayList<>(List.of(new Line("a"), new Line(null))));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(List.of(new Line("a"), new Line(null)));
        }
    }

    private static void assertMessage(Object object, String message) {
        assertThatThrownBy(() -> {
                    try (ObjectOutputStream out = new JobObjectOutput(new ByteArrayOutputStream())) {
                        out.writeObject(object);
                    }
                })
                .isInstanceOf(NotSerializableException.class)
                .hasMessage(message);
    }
}
