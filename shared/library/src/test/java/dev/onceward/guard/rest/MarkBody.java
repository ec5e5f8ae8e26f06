package dev.onceward.guard.rest;

import java.io.IOException;

import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;

/// Changes what is sent, as compression does. It acts if the answer asks for it.
@Provider
class MarkBody implements WriterInterceptor {
    static final String HEADER = "X-Mark";

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
        if (context.getHeaders().containsKey(HEADER)) {
            context.getOutputStream().write('>');
        }
        context.proceed();
    }
}
