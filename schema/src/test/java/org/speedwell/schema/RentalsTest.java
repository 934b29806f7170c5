package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class RentalsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void countsMatchSakila(int scale) {
        Rentals rentals = Sakila.scale(scale).rentals();

        assertThat(rentals.rows()).isEqualTo(16_044 * scale);
        assertThat(rentals.payments()).isEqualTo(16_049 * scale);
        assertThat(rentals.customers()).isEqualTo(599 * scale);
        assertThat(all(rentals).filter(rental -> rentals.returned(rental) == Rentals.OPEN))
                .hasSize(183 * scale);
        assertThat(payments(rentals).filter(payment -> rentals.paymentRentalId(payment) == 0))
                .hasSize(5 * scale);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, Sakila.MAX_SCALE})
    void everyReferenceIsInRange(int scale) {
        Sakila sakila = Sakila.scale(scale);
        Rentals rentals = sakila.rentals();
        IntStream some = IntStream.range(0, 3_000).map(i -> (int) ((long) i * (rentals.rows() - 1) / 2_999));

        assertThat(some).allSatisfy(rental -> {
            assertThat(rentals.inventoryId(rental)).isBetween(1, sakila.films().copies());
            assertThat(rentals.customerId(rental)).isBetween(1, rentals.customers());
            assertThat(rentals.staffId(rental)).isBetween(1, 2);
            assertThat(rentals.rented(rental)).isBetween(Rentals.BEGIN, Rentals.BEGIN + 366L * 86_400);
            assertThat(rentals.paymentRentalId(rental)).isBetween(0, rentals.rows());
            assertThat(rentals.paymentCents(rental)).isBetween(99, 1_199);
        });
    }

    @Test
    void everyRentalIsPaidOnceByItsCustomer() {
        Rentals rentals = Sakila.scale(2).rentals();

        assertThat(payments(rentals)
                        .map(rentals::paymentRentalId)
                        .filter(id -> id != 0)
                        .sorted())
                .containsExactly(
                        IntStream.rangeClosed(1, rentals.rows()).boxed().toArray(Integer[]::new));
        assertThat(payments(rentals).filter(payment -> rentals.paymentRentalId(payment) != 0))
                .allMatch(payment -> {
                    int rental = rentals.paymentRentalId(payment) - 1;
                    return rentals.paymentCustomerId(payment) == rentals.customerId(rental)
                            && rentals.paymentStaffId(payment) == rentals.staffId(rental)
                            && rentals.paid(payment) == rentals.rented(rental);
                });
    }

    @Test
    void datesAscendAndCopyHasOneRentalAtATime() {
        Sakila sakila = Sakila.scale(1);
        Rentals rentals = sakila.rentals();
        long[] backSince = new long[sakila.films().copies() + 1];
        Arrays.fill(backSince, Rentals.BEGIN);

        assertThat(all(rentals).skip(1)).allMatch(rental -> rentals.rented(rental) >= rentals.rented(rental - 1));
        assertThat(all(rentals)).allMatch(rental -> {
            int copy = rentals.inventoryId(rental);
            boolean there = backSince[copy] <= rentals.rented(rental);
            long returned = rentals.returned(rental);
            backSince[copy] = returned == Rentals.OPEN ? Long.MAX_VALUE : returned;
            return there && returned != rentals.rented(rental);
        });
    }

    @Test
    void uniqueKeyHoldsAtHighestScale() {
        Rentals rentals = Sakila.scale(Sakila.MAX_SCALE).rentals();
        Set<String> keys = new HashSet<>();

        assertThat(IntStream.range(0, 50_000)
                        .mapToObj(i -> rentals.rented(i) + "/" + rentals.inventoryId(i) + "/" + rentals.customerId(i)))
                .allMatch(keys::add);
        assertThat(rentals.rented(4)).isEqualTo(rentals.rented(0));
    }

    @Test
    void everyCustomerRentsAndSomeRentOften() {
        Rentals rentals = Sakila.scale(1).rentals();
        int[] rented = new int[rentals.customers() + 1];
        all(rentals).forEach(rental -> rented[rentals.customerId(rental)]++);

        assertThat(IntStream.of(rented).skip(1).min().orElseThrow()).isPositive();
        assertThat(IntStream.of(rented).max().orElseThrow()).isGreaterThan(40);
    }

    private static IntStream all(Rentals rentals) {
        return IntStream.range(0, rentals.rows());
    }

    private static IntStream payments(Rentals rentals) {
        return IntStream.range(0, rentals.payments());
    }
}
