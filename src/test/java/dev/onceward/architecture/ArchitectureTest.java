package dev.onceward.architecture;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/// The few rules by which a stranger finds the way.
class ArchitectureTest {
    private static final String[] FUNCTIONS = {"dev.onceward.intake", "dev.onceward.relay", "dev.onceward.payments",
            "dev.onceward.local"};
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/dev/onceward/testing/"))
            .importPackages("dev.onceward");
    /// What lies in a type that is not public cannot be named by who uses the library.
    private static final DescribedPredicate<JavaClass> PUBLIC_FACE = resideInAnyPackage("dev.onceward.outbox..",
            "dev.onceward.inbox..", "dev.onceward.guard..")
            .and(modifier(JavaModifier.PUBLIC))
            .and(DescribedPredicate.describe("in a public type", type -> type.getEnclosingClass()
                    .map(outer -> outer.getModifiers().contains(JavaModifier.PUBLIC)).orElse(true)));

    @Test
    void features_have_no_cycles() {
        check(slices().matching("dev.onceward.(*)..").should().beFreeOfCycles());
    }

    @ParameterizedTest
    @ValueSource(strings = {"internal", "runtime", "intake", "relay", "payments"})
    void features_of_a_module_have_no_cycles(String module) {
        check(slices().matching("dev.onceward." + module + ".(*)..").should().beFreeOfCycles());
    }

    /// Larger packages hold more than one feature.
    @Test
    void packages_of_library_runtime_and_functions_have_at_most_ten_classes() {
        var sizes = CLASSES.stream()
                .filter(resideInAnyPackage("dev.onceward.outbox..", "dev.onceward.inbox..", "dev.onceward.guard..",
                        "dev.onceward.internal..",
                        "dev.onceward.runtime..", "dev.onceward.intake..", "dev.onceward.relay..",
                        "dev.onceward.payments.."))
                .filter(type -> type.isTopLevelClass() && writtenByUs().test(type))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(sizes).isNotEmpty().allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(10));
    }

    /// The records of a sealed result count as part of it. Each broker has a type of its own.
    @Test
    void the_library_shows_at_most_eighteen_types() {
        assertThat(CLASSES.stream().filter(PUBLIC_FACE).filter(JavaClass::isTopLevelClass)).isNotEmpty()
                .hasSizeLessThanOrEqualTo(18);
    }

    /// Whoever uses the library could not name one.
    @Test
    void the_library_shows_no_internal_type() {
        var shown = CLASSES.stream().filter(PUBLIC_FACE)
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(unit -> Stream.concat(unit.getRawParameterTypes().stream(),
                        Stream.of(unit.getRawReturnType())));
        assertThat(shown).isNotEmpty().noneMatch(resideInAPackage("dev.onceward.internal.."));
    }

    /// An application may have beans of its own in their place.
    @Test
    void the_beans_of_the_library_give_way() {
        check(classes().that()
                .resideInAnyPackage("dev.onceward.outbox..", "dev.onceward.inbox..", "dev.onceward.guard..",
                        "dev.onceward.internal..")
                .and().areAnnotatedWith("jakarta.inject.Singleton").and(writtenByUs())
                .should().beAnnotatedWith("io.quarkus.arc.DefaultBean"));
    }

    /// It is a sample of what anybody may write.
    @Test
    void payments_depends_on_the_library_alone() {
        check(classes().that().resideInAPackage("dev.onceward.payments..")
                .should().onlyDependOnClassesThat(resideOutsideOfPackage("dev.onceward..")
                        .or(resideInAnyPackage("dev.onceward.payments..", "dev.onceward.outbox..",
                                "dev.onceward.inbox..",
                                "dev.onceward.guard.."))));
    }

    /// Only the bench does, which measures the append of intake and signs what it sends.
    @ParameterizedTest
    @ValueSource(strings = {"intake", "relay", "payments", "local"})
    void only_a_function_itself_depends_on_its_classes(String function) {
        check(classes().that().resideInAPackage("dev.onceward." + function + "..")
                .should().onlyHaveDependentClassesThat()
                .resideInAnyPackage("dev.onceward." + function + "..", "dev.onceward.bench.."));
    }

    /// Its parts may have one for each other.
    @Test
    void no_public_class_is_at_the_top_of_a_function() {
        check(classes().that().resideInAnyPackage(FUNCTIONS).and().areTopLevelClasses().and(writtenByUs())
                .should().notBePublic());
    }

    /// Idempotent endpoints of the library work inside of Quarkus REST. Payments is a sample of an application, whose client
    /// of the card processor is one of JAX-RS too.
    @Test
    void only_resources_and_answers_depend_on_jax_rs() {
        check(noClasses().that().haveSimpleNameNotEndingWith("Resource").and().haveSimpleNameNotEndingWith("Answers")
                .and().resideOutsideOfPackages("dev.onceward.guard.rest..", "dev.onceward.internal.rest..",
                        "dev.onceward.internal.answer..", "dev.onceward.payments.card..")
                .and(writtenByUs())
                .should().dependOnClassesThat(resideInAPackage("jakarta.ws.rs..")));
    }

    @Test
    void resources_depend_on_no_database_or_redis_client() {
        check(noClasses().that().haveSimpleNameEndingWith("Resource")
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.vertx.mutiny.sqlclient..", "io.vertx.mutiny.redis..")));
    }

    /// A batch queue sends what others wait for, the route of webhooks answers without a REST resource, the loops of the
    /// relay run by themselves, the schedule of intake waits once, when the process ends, and the renewals of a lease run beside
    /// the operation.
    @Test
    void main_code_awaits_and_subscribes_only_in_the_named_classes() {
        check(noClasses().that().haveSimpleNameNotStartingWith("BatchQueue")
                .and().haveSimpleNameNotStartingWith("HookRoute")
                .and().haveSimpleNameNotStartingWith("RunLoops").and().haveSimpleNameNotStartingWith("IntakeSchedule")
                .and().haveSimpleNameNotStartingWith("RenewLease")
                .and().resideOutsideOfPackage("dev.onceward.bench..")
                .should().callMethodWhere(target(nameMatching("await|subscribe"))
                        .and(target(owner(resideInAPackage("io.smallrye.mutiny.."))))));
    }

    /// Whoever asked the pool itself would wait without an end for what a network lost, and keep a place in it.
    @Test
    void only_the_packages_of_postgres_ask_the_pool() {
        check(noClasses().that()
                .resideOutsideOfPackages("dev.onceward.internal.postgres..", "dev.onceward.runtime.postgres..",
                        "dev.onceward.bench..")
                .should().callMethodWhere(target(owner(nameMatching(".*\\.sqlclient\\.Pool")))));
    }

    @Test
    void fields_are_not_injected() {
        check(fields().should().notBeAnnotatedWith("jakarta.inject.Inject"));
    }

    /// How long a comparison takes must not say how much of a guess was right: there is `MessageDigest.isEqual` for that.
    @Test
    void secrets_are_compared_in_constant_time() {
        check(noClasses().that().resideOutsideOfPackages("dev.onceward.bench..", "dev.onceward.embedded..")
                .should().callMethod(Arrays.class, "equals", byte[].class, byte[].class));
    }

    private static DescribedPredicate<JavaClass> writtenByUs() {
        return DescribedPredicate.describe("written by us",
                type -> !type.getModifiers().contains(JavaModifier.SYNTHETIC)
                        && !type.getSimpleName().contains("_"));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
