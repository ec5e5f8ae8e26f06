package dev.onceward.runtime.postgres;

import java.io.IOException;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import dev.onceward.runtime.outage.LostConnections;

/// Counts a connection that breaks, borrowed or idle, at the first failure of its socket, and then removes itself from
/// the connection.
@Sharable
final class CountLostPostgresConnections extends ChannelInboundHandlerAdapter {
    private final LostConnections lost;

    CountLostPostgresConnections(LostConnections lost) {
        this.lost = lost;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            lost.postgres();
            var _ = context.pipeline().remove(this);
        }
        var _ = context.fireExceptionCaught(cause);
    }
}
