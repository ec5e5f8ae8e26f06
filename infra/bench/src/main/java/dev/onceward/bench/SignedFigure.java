package dev.onceward.bench;

/// One round: how many a second were taken with their signatures checked, and how many without.
record SignedFigure(double signed, double unsigned) {

    double ratio() {
        return signed / unsigned;
    }

    @Override
    public String toString() {
        return "%,.0f/s signed, %,.0f/s unsigned, %.3f".formatted(signed, unsigned, ratio());
    }
}
