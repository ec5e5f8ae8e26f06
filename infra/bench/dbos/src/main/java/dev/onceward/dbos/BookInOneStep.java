package dev.onceward.dbos;

import java.sql.SQLException;
import javax.sql.DataSource;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.workflow.Workflow;

/// Has one step, which inserts one row. The library keeps the results of the step and of the workflow.
public final class BookInOneStep implements BookSeat {
    private static final String INSERT = "INSERT INTO booking (id, text) VALUES (?, ?)";

    private final DBOS dbos;
    private final DataSource dataSource;

    BookInOneStep(DBOS dbos, DataSource dataSource) {
        this.dbos = dbos;
        this.dataSource = dataSource;
    }

    @Override
    @Workflow
    public String book(String id, String text) throws SQLException {
        return dbos.runStep(() -> insert(id, text), "insert");
    }

    private String insert(String id, String text) throws SQLException {
        try (var connection = dataSource.getConnection(); var insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, id);
            insert.setString(2, text);
            var _ = insert.executeUpdate();
            return id;
        }
    }
}
