import { type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { CertOrderError, type ClientEvent } from "certorder";

const tracer = trace.getTracer("certorder");

/** A span for a call of the client, and one below it for each request that is sent. */
export function traced<T>(
  name: string,
  call: (onEvent: (event: ClientEvent) => void) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await call(requestSpans(span));
    } catch (error) {
      const code = CertOrderError.is(error) ? error.code : "unexpected";
      span.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A listener for one call. It writes no names of hosts, no requests and no keys. */
function requestSpans(parent: Span): (event: ClientEvent) => void {
  let request: Span | undefined;
  return (event) => {
    switch (event.type) {
      case "sent":
        request = tracer.startSpan(`certorder ${event.operation}`, {
          kind: SpanKind.CLIENT,
          attributes: {
            "certorder.order_id": event.orderId,
            "certorder.attempt_id": event.attemptId,
            "certorder.connect_ms": event.connectMs,
            "http.request.resend_count": event.tryNumber - 1,
          },
        });
        break;
      case "answered":
        request?.setAttributes({
          "http.response.status_code": event.httpStatus,
          "certorder.outcome": event.outcome,
        });
        request?.end();
        break;
      case "unanswered":
        request?.setAttributes({ "error.type": event.code, "certorder.outcome": event.outcome });
        request?.setStatus({ code: SpanStatusCode.ERROR, message: event.code });
        request?.end();
        break;
      case "retry":
        parent.addEvent("retry", { reason: event.reason.code, "wait.ms": event.waitMs });
        break;
      case "unrecorded":
        parent.addEvent("outcome not recorded", { "certorder.attempt_id": event.attemptId });
    }
  };
}
