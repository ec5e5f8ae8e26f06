package dev.onceward.intake.signature.certificate;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;

/// Reads certificates that senders publish. An unreadable or expired certificate does not make a signature invalid: it
/// is fetched again. A certificate is trusted because of where it came from: over TLS, from a host that only the sender
/// controls.
final class ReadCertificates {
    private ReadCertificates() {}

    /// Returns the first certificate of the file, if it is valid now.
    static Optional<X509Certificate> read(byte[] pem, Instant now) {
        return parse(pem).filter(certificate -> isValid(certificate, now));
    }

    static Optional<X509Certificate> parse(byte[] bytes) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(bytes)) instanceof X509Certificate certificate
                            ? Optional.of(certificate)
                            : Optional.empty();
        } catch (CertificateException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isValid(X509Certificate certificate, Instant now) {
        try {
            certificate.checkValidity(Date.from(now));
            return true;
        } catch (CertificateException expired) {
            return false;
        }
    }
}
