package dev.onceward.relay.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.address.AddressLookup.NoAddress;
import dev.onceward.relay.address.AddressLookup.PublicAddress;
import dev.onceward.relay.http.HttpSinks;
import dev.onceward.relay.subscription.HttpUrl;
import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

class FindAddressTest {
    static final InetAddress[] PUBLIC = {InetAddress.ofLiteral("192.0.1.1")};
    final AtomicInteger lookups = new AtomicInteger();
    final AtomicLong nanos = new AtomicLong();

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/", "http://LOCALHOST/", "http://127.0.0.1/",
            "http://127.1.2.3/", "http://2130706433/", "http://0/", "http://[::1]/", "http://[::]/",
            "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
            "http://169.254.169.254/latest/meta-data", "http://[fd00:ec2::254]/", "http://[64:ff9b::7f00:1]/"})
    void a_private_address_is_not_found_however_it_is_spelled(String url) {
        assertThat(find(url, false)).isInstanceOf(NoAddress.class);
    }

    @Test
    void the_refusal_of_a_private_address_names_allow_private() {
        assertThat(find("http://localhost/secret?token=1", false)).isEqualTo(
                new NoAddress("the host localhost has no public address, and allow-private is not set"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:81/", "http://2130706433:81/", "http://[::ffff:127.0.0.1]:81/"})
    void with_allow_private_a_private_address_is_found(String url) {
        assertThat(address(find(url, true))).isEqualTo("127.0.0.1:81");
    }

    @Test
    void a_host_name_is_resolved_to_an_address() {
        assertThat(address(find("https://localhost/", true))).isIn("127.0.0.1:443", "0:0:0:0:0:0:0:1:443");
    }

    @Test
    void a_public_address_is_found() {
        assertThat(address(find("http://192.0.1.1/", false))).isEqualTo("192.0.1.1:80");
    }

    @Test
    void a_host_name_that_does_not_resolve_has_no_address() {
        assertThat(find("http://nowhere.invalid/", false))
                .isEqualTo(new NoAddress("the host nowhere.invalid has no address"));
    }

    @Test
    void a_host_is_looked_up_once_a_second() {
        var finder = finder(_ -> PUBLIC);
        for (var n = 0; n < 3; n++) {
            assertThat(address(find(finder))).isEqualTo("192.0.1.1:80");
        }
        assertThat(lookups).hasValue(1);
        pass(Duration.ofSeconds(1));
        var _ = find(finder);
        var _ = Eventually.value(lookups::get, count -> count == 2);
    }

    @Test
    void the_last_address_is_used_for_ten_seconds_while_lookups_fail() {
        var finder = finder(host -> {
            if (lookups.get() > 1) {
                throw new UnknownHostException(host);
            }
            return PUBLIC;
        });
        assertThat(address(find(finder))).isEqualTo("192.0.1.1:80");
        pass(Duration.ofSeconds(10));
        assertThat(address(find(finder))).isEqualTo("192.0.1.1:80");
        pass(Duration.ofSeconds(1));
        assertThat(find(finder)).isInstanceOf(NoAddress.class);
    }

    @Test
    void no_lookup_begins_while_another_hangs_and_its_result_is_waited_for() {
        var answer = new CountDownLatch(1);
        var finder = finder(_ -> {
            answer.await();
            return PUBLIC;
        });
        var first = finder.find();
        pass(Duration.ofMinutes(1));
        var second = finder.find();
        answer.countDown();
        for (var found : List.of(first, second)) {
            assertThat(address(found.toCompletionStage().toCompletableFuture().join())).isEqualTo("192.0.1.1:80");
        }
        assertThat(lookups).hasValue(1);
    }

    private void pass(Duration time) {
        var _ = nanos.addAndGet(time.toNanos());
    }

    private FindAddress finder(SlowResolver resolver) {
        return new FindAddress(HttpSinks.VERTX, HttpUrl.of("http://a.example/"), false, host -> {
            var _ = lookups.incrementAndGet();
            try {
                return resolver.addresses(host);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }, nanos::get);
    }

    interface SlowResolver {
        InetAddress[] addresses(String host) throws UnknownHostException, InterruptedException;
    }

    @Test
    void of_several_addresses_of_a_host_only_the_public_ones_are_used() {
        var finder = finder("http://a.example/", false);
        var found = named("a.example", "10.0.0.1", "192.0.1.1", "::1", "192.0.1.2");
        assertThat(Stream.generate(() -> next(finder, found)).limit(4))
                .containsExactly("192.0.1.1:80", "192.0.1.2:80", "192.0.1.1:80", "192.0.1.2:80");
    }

    @Test
    void the_chosen_address_stays_the_same_until_it_is_skipped() {
        var finder = finder("http://a.example/", false);
        var found = named("a.example", "192.0.1.1", "192.0.1.2");
        assertThat(finder.choose(finder.allowed(found))).isEqualTo(finder.choose(finder.allowed(found)));
    }

    /// Connections are pooled by it.
    @Test
    void a_server_is_identified_by_its_ip_address_and_not_by_its_host_name() {
        var finder = finder("http://a.example/", false);
        var addressLookup = finder.choose(finder.allowed(named("a.example", "192.0.1.1")));
        assertThat(((PublicAddress) addressLookup).server().host()).isEqualTo("192.0.1.1");
        assertThat(((PublicAddress) addressLookup).server().hostName()).isNotEqualTo("a.example");
    }

    private static String next(FindAddress finder, List<InetAddress> found) {
        var address = address(finder.choose(finder.allowed(found)));
        finder.skip();
        return address;
    }

    private static String address(AddressLookup addressLookup) {
        return addressLookup instanceof PublicAddress(var server)
                ? server.host() + ":" + server.port()
                : addressLookup.toString();
    }

    private static AddressLookup find(String url, boolean allowPrivate) {
        return find(finder(url, allowPrivate));
    }

    private static AddressLookup find(FindAddress finder) {
        return finder.find().toCompletionStage().toCompletableFuture().join();
    }

    private static FindAddress finder(String url, boolean allowPrivate) {
        return new FindAddress(HttpSinks.VERTX, HttpUrl.of(url), allowPrivate);
    }

    private static List<InetAddress> named(String name, String... literals) {
        return Stream.of(literals).map(literal -> named(name, InetAddress.ofLiteral(literal))).toList();
    }

    private static InetAddress named(String name, InetAddress literal) {
        try {
            return InetAddress.getByAddress(name, literal.getAddress());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
