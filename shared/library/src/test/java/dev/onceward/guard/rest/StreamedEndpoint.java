package dev.onceward.guard.rest;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.StreamingOutput;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

/// Methods whose answers are files and streams. The order in the path names the test that calls them.
@Path("/streamed/{order}")
class StreamedEndpoint {

    @POST
    @Path("file")
    @Idempotent(operation = "order")
    public Uni<File> file(@RestPath String order) {
        return Uni.createFrom().item(() -> counted(order));
    }

    @POST
    @Path("path")
    @Idempotent(operation = "order")
    public CompletionStage<java.nio.file.Path> path(@RestPath String order) {
        return CompletableFuture.completedStage(counted(order).toPath());
    }

    @POST
    @Path("input")
    @Idempotent(operation = "order")
    public Uni<RestResponse<InputStream>> input(@RestPath String order) {
        return Uni.createFrom().item(() -> RestResponse.ok(new ByteArrayInputStream(new byte[]{
                (byte) MethodRuns.count(order)})));
    }

    @POST
    @Path("output")
    @Idempotent(operation = "order")
    public Uni<StreamingOutput> output(@RestPath String order) {
        return Uni.createFrom().item(() -> stream -> stream.write(MethodRuns.count(order)));
    }

    @POST
    @Path("blocking-file")
    @Idempotent(operation = "order")
    public File blockingFile(@RestPath String order) {
        return counted(order);
    }

    private static File counted(String order) {
        return new File("run-" + MethodRuns.count(order));
    }
}
