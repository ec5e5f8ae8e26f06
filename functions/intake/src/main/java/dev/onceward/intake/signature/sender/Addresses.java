package dev.onceward.intake.signature.sender;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.request.Request;

/// Accepts requests from certain addresses. Behind a proxy the address is the proxy's, unless the server is configured
/// to use the forwarded address.
public final class Addresses implements Scheme {
    private final List<Range> ranges;

    private record Range(String id, IpSubnetFilterRule rule) {}

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public Addresses(List<SecretText> ranges) {
        this.ranges = ranges.stream().map(range -> new Range(range.id(), rule(range.text().strip()))).toList();
    }

    private static IpSubnetFilterRule rule(String text) {
        var slash = text.indexOf('/');
        var address = slash < 0 ? text : text.substring(0, slash);
        if (!NetUtil.isValidIpV4Address(address) && !NetUtil.isValidIpV6Address(address)) {
            throw new IllegalArgumentException("must be addresses or ranges, as in 192.0.2.7 or 2001:db8::/32");
        }
        try {
            var longest = NetUtil.isValidIpV4Address(address) ? 32 : 128;
            return new IpSubnetFilterRule(address, slash < 0 ? longest : Integer.parseInt(text.substring(slash + 1)),
                    IpFilterRuleType.ACCEPT);
        } catch (IllegalArgumentException otherwise) {
            throw new IllegalArgumentException("must be addresses or ranges, as in 192.0.2.7 or 2001:db8::/32",
                    otherwise);
        }
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return Optional.ofNullable(NetUtil.createInetAddressFromIpAddressString(request.line().peer()))
                .map(peer -> new InetSocketAddress(peer, 0))
                .flatMap(peer -> ranges.stream().filter(range -> range.rule.matches(peer)).findFirst())
                .<Verdict>map(range -> new Verified(range.id()))
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "the address is none of this source's"));
    }
}
