package dev.onceward.dbos;

import java.sql.SQLException;

/// A workflow. An interface, because the library calls it through a proxy.
public interface BookSeat {
    String book(String id, String text) throws SQLException;
}
