package dev.onceward.sql;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MigrationTargetTest {
    @Test
    void user_and_password_are_percent_decoded() {
        assertThat(MigrationTarget.at("postgresql://team%40eu:a+b%2F%3Ac@db_1:5433/shop?sslmode=require"))
                .isEqualTo(
                        new MigrationTarget("jdbc:postgresql://db_1:5433/shop?sslmode=require", "team@eu", "a+b/:c"));
    }

    @Test
    void port_password_and_user_may_be_left_out() {
        assertThat(MigrationTarget.at("postgres://db/shop"))
                .isEqualTo(new MigrationTarget("jdbc:postgresql://db/shop", null, null));
        assertThat(MigrationTarget.at("postgresql://me@[::1]:5432/shop"))
                .isEqualTo(new MigrationTarget("jdbc:postgresql://[::1]:5432/shop", "me", null));
    }

    @Test
    void to_string_of_a_migration_target_does_not_contain_the_password() {
        assertThat(MigrationTarget.at("postgresql://me:secret@db/shop?password=secret")).hasToString("db/shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shop", "jdbc:postgresql://db/shop", "postgresql://db", "postgresql://db:http/shop",
            "postgresql://me:50%secret@db/shop", "mysql://secret@db/shop"})
    void an_invalid_postgresql_url_is_refused_without_quoting_its_secrets(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> MigrationTarget.at(url))
                .withMessageStartingWith("Set ONCEWARD_POSTGRES_URL").withMessageNotContaining("secret");
    }
}
