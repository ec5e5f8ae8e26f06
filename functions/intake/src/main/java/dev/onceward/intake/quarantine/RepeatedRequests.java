package dev.onceward.intake.quarantine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.onceward.intake.quarantine.UnverifiedRequest.Copy;

/// Finds the requests of one batch that are the same. Only the first of them is sent to PostgreSQL, with their number,
/// so that a flood of one request does not update one row again and again.
record RepeatedRequests(List<UnverifiedRequest> all, List<UnverifiedRequest> firsts, Map<Copy, Long> times) {

    static RepeatedRequests among(List<UnverifiedRequest> unverified) {
        var firsts = new LinkedHashMap<Copy, UnverifiedRequest>();
        var times = new HashMap<Copy, Long>();
        for (var unverifiedRequest : unverified) {
            firsts.putIfAbsent(unverifiedRequest.copy(), unverifiedRequest);
            times.merge(unverifiedRequest.copy(), 1L, Long::sum);
        }
        return new RepeatedRequests(unverified, List.copyOf(firsts.values()), times);
    }

    long times(UnverifiedRequest first) {
        return times.getOrDefault(first.copy(), 1L);
    }

    /// @param known the results of the firsts, in their order
    /// @return those of all, in theirs
    List<QuarantineResult> results(List<QuarantineResult> known) {
        var byCopy = new HashMap<Copy, QuarantineResult>();
        for (var i = 0; i < firsts.size(); i++) {
            byCopy.put(firsts.get(i).copy(), known.get(i));
        }
        var met = new HashSet<Copy>();
        var results = new ArrayList<QuarantineResult>();
        for (var unverifiedRequest : all) {
            var result = byCopy.getOrDefault(unverifiedRequest.copy(), QuarantineResult.FAILED);
            results.add(result == QuarantineResult.KEPT && !met.add(unverifiedRequest.copy())
                    ? QuarantineResult.AGAIN
                    : result);
        }
        return results;
    }
}
