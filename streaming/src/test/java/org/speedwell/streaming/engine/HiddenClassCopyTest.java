package org.speedwell.streaming.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("unit")
class HiddenClassCopyTest {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** A counter in a static field. Each copy of the class has its own field. */
    static final class Counter implements IntSupplier {
        private static int all;

        private final int step;

        Counter(@Nullable Integer step) {
            if (step == null) {
                throw new IllegalArgumentException("no step");
            }
            this.step = step;
        }

        @Override
        public int getAsInt() {
            all += step;
            return all;
        }
    }

    @Test
    void eachCopyIsSeparateClass() {
        HiddenClassCopy one = HiddenClassCopy.of(LOOKUP, Counter.class);
        HiddenClassCopy other = HiddenClassCopy.of(LOOKUP, Counter.class);
        IntSupplier first = one.make(1);
        IntSupplier second = one.make(10);
        IntSupplier third = other.make(100);

        assertThat(first.getAsInt()).isEqualTo(1);
        assertThat(second.getAsInt()).isEqualTo(11);
        assertThat(third.getAsInt()).isEqualTo(100);
        assertThat(first.getClass())
                .isSameAs(second.getClass())
                .isNotSameAs(third.getClass())
                .isNotSameAs(Counter.class);
    }

    /** A class that returns the value of its only object by a constant of the class. */
    static final class Constant implements IntSupplier {
        private static final @Nullable Object ONLY = HiddenClassCopy.only(MethodHandles.lookup());

        private final int value;

        Constant(int value) {
            if (value < 0) {
                throw new IllegalArgumentException("below 0");
            }
            this.value = value;
        }

        @Override
        public int getAsInt() {
            return ONLY == null ? -1 : ((Constant) ONLY).value;
        }
    }

    @Test
    void onlyObjectOfCopyIsConstantOfItsClass() {
        IntSupplier one = HiddenClassCopy.makeOnly(LOOKUP, Constant.class, 1);
        IntSupplier other = HiddenClassCopy.makeOnly(LOOKUP, Constant.class, 2);

        assertThat(one.getAsInt()).isEqualTo(1);
        assertThat(other.getAsInt()).isEqualTo(2);
        assertThat(one.getClass()).isNotSameAs(other.getClass());
        assertThat(new Constant(3).getAsInt())
                .as("the class that was copied has none")
                .isEqualTo(-1);
    }

    /**
     * Verifies that the object can be collected. Its class refers to it by a constant, and both become unreachable
     * together.
     */
    @Test
    @Timeout(60)
    void onlyObjectCanBeCollected() {
        WeakReference<IntSupplier> gone = new WeakReference<>(HiddenClassCopy.makeOnly(LOOKUP, Constant.class, 1));
        while (gone.get() != null) {
            System.gc();
        }
    }

    @Test
    void exceptionOfConstructorOfOnlyObjectIsThrown() {
        assertThatThrownBy(() -> HiddenClassCopy.<IntSupplier>makeOnly(LOOKUP, Constant.class, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("below 0");
        assertThatThrownBy(() -> HiddenClassCopy.<IntSupplier>makeOnly(LOOKUP, Counter.class, 1))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("does not ask for its only object");
    }

    @Test
    void copyHasNameOfOriginal() {
        IntSupplier copy = HiddenClassCopy.of(LOOKUP, Counter.class).make(1);
        assertThat(HiddenClassCopy.nameOf(copy.getClass()))
                .isEqualTo(HiddenClassCopy.nameOf(Counter.class))
                .isEqualTo(Counter.class.getName());
    }

    @Test
    void exceptionOfConstructorIsThrown() {
        HiddenClassCopy copy = HiddenClassCopy.of(LOOKUP, Counter.class);
        assertThatThrownBy(() -> copy.<IntSupplier>make((Object) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no step");
        assertThatThrownBy(() -> copy.<IntSupplier>make("1")).isInstanceOf(ClassCastException.class);
    }

    @Test
    void classWithoutClassFileIsRefused() {
        IntSupplier lambda = () -> 1;
        assertThatThrownBy(() -> HiddenClassCopy.of(LOOKUP, lambda.getClass()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be read");
    }
}
