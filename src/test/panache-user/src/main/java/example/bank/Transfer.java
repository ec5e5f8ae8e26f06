package example.bank;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;

/// A transfer of money.
@Entity
public class Transfer extends PanacheEntityBase {
    @Id
    public String number;

    static Transfer of(String number) {
        var transfer = new Transfer();
        transfer.number = number;
        return transfer;
    }
}
