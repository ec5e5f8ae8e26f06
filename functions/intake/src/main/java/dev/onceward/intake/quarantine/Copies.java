package dev.onceward.intake.quarantine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.onceward.intake.quarantine.Suspect.Copy;

/// The requests of one batch. Of copies the first is sent, with how many they are, so that a flood of one request does
/// not update one row again and again.
record Copies(List<Suspect> all, List<Suspect> firsts, Map<Copy, Long> times) {

    static Copies among(List<Suspect> suspects) {
        var firsts = new LinkedHashMap<Copy, Suspect>();
        var times = new HashMap<Copy, Long>();
        for (var suspect : suspects) {
            firsts.putIfAbsent(suspect.copy(), suspect);
            times.merge(suspect.copy(), 1L, Long::sum);
        }
        return new Copies(suspects, List.copyOf(firsts.values()), times);
    }

    long times(Suspect first) {
        return times.getOrDefault(first.copy(), 1L);
    }

    /// @param known the fates of the firsts, in their order
    /// @return those of all, in theirs
    List<Fate> fates(List<Fate> known) {
        var byCopy = new HashMap<Copy, Fate>();
        for (var i = 0; i < firsts.size(); i++) {
            byCopy.put(firsts.get(i).copy(), known.get(i));
        }
        var met = new HashSet<Copy>();
        var fates = new ArrayList<Fate>();
        for (var suspect : all) {
            var fate = byCopy.getOrDefault(suspect.copy(), Fate.FAILED);
            fates.add(fate == Fate.KEPT && !met.add(suspect.copy()) ? Fate.AGAIN : fate);
        }
        return fates;
    }
}
