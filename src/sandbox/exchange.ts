import type { IncomingMessage, ServerResponse } from "node:http";
import {
  authHeaders,
  callbackTestOperation,
  parseJson,
  printable,
  reissueOperation,
  successCode,
} from "../contract/index.ts";
import { readAll } from "../read-all.ts";
import { defaultAnswers, refusalAnswer, type ServiceAnswer, type ServiceCode } from "./answers.ts";
import { applyFault, send } from "./apply-fault.ts";
import { answerControl, type Control, controlPrefix } from "./control.ts";
import { type Fault, hasEffect } from "./faults.ts";
import { answerCall, type Call, findRoute, type Service } from "./handlers.ts";
import { withoutSecrets } from "./request-body.ts";

interface ExchangeContext {
  readonly service: Service;
  readonly control: Control;
  readonly log: (line: string) => void;
  readonly closing: AbortSignal;
}

/** Larger than any reissue. */
const maxBodyBytes = 1_048_576;

const operationFields = { reissue: reissueOperation.fields, "callback-test": callbackTestOperation.fields };

/** Uses the default answers, which no option can break. */
const internalError = refusalAnswer(
  defaultAnswers,
  { code: "internal_error", message: "The sandbox failed; see its log." },
  new Date(0),
);

/** Handles one request. An error inside becomes a 500 and a line in the log, never a crash. */
export async function handleExchange(
  context: ExchangeContext,
  request: IncomingMessage,
  response: ServerResponse,
  reset: () => void,
): Promise<void> {
  response.on("error", () => {});
  try {
    if (!isForUs(request))
      send(response, refusal(context, "misdirected_request", "The Host header must name the sandbox."));
    else if (requestPath(request, context).startsWith(controlPrefix))
      await exchangeControl(context, request, response);
    else await exchangeService(context, request, response, reset);
  } catch (error) {
    // The peer closed the connection while its request was read.
    if (request.destroyed && !request.complete) return;
    context.log(`internal error: ${error instanceof Error ? error.stack : String(error)}`);
    if (response.headersSent) response.destroy();
    else send(response, internalError);
  }
}

async function exchangeControl(
  context: ExchangeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (!body) response.shouldKeepAlive = false;
  send(
    response,
    await answerControl(context.control, {
      method: request.method ?? "",
      path: requestPath(request, context),
      isFromBrowser: request.headers.origin !== undefined,
      body,
    }),
  );
}

async function exchangeService(
  context: ExchangeContext,
  request: IncomingMessage,
  response: ServerResponse,
  reset: () => void,
): Promise<void> {
  const { service, control, log, closing } = context;
  const method = request.method ?? "";
  const path = requestPath(request, context);
  const route = findRoute(method, path);
  const shownPath = printable(path).slice(0, 200);
  const keyId = header(request, authHeaders.keyId);
  const isKnown = keyId !== undefined && service.store.account(keyId) !== undefined;
  const seen = control.requests.begin({
    at: service.clock.now().toISOString(),
    operation: "operation" in route ? route.operation : "other",
    method,
    path: shownPath,
    orderId: "operation" in route && route.operation === "reissue" ? route.orderId : undefined,
    keyId: isKnown ? keyId : undefined,
  });
  const fault = "operation" in route ? control.faults.forRequest(route.operation) : undefined;
  seen.fault = fault?.kind;
  // An unknown key id may be a key in the wrong header.
  const secrets = [...service.sender.secrets(), ...(keyId === undefined || isKnown ? [] : [keyId])];
  const sentWith = (body: string) => ({ headers: request.headers, body, secrets });
  const record = control.exchanges.begin({
    at: seen.at,
    kind: "request",
    operation: seen.operation,
    method,
    target: shownPath,
    orderId: seen.orderId,
    keyId: seen.keyId,
    sent: sentWith(""),
    fault: fault?.kind,
  });
  try {
    await answerRequest();
  } catch (error) {
    const message = request.complete
      ? "The sandbox failed; see its log."
      : "The caller closed the connection before its request was complete.";
    record({ result: "failed", message });
    throw error;
  }

  async function answerRequest(): Promise<void> {
    if (fault?.kind === "reset-before-reading") {
      log(`${method} ${shownPath} → ${fault.kind}`);
      record({ result: "failed", message: describeFault(fault) });
      return reset();
    }
    const body = await readBody(request);
    record({ sent: sentWith(body?.toString() ?? "") });
    if (!body) response.shouldKeepAlive = false;
    else if ("operation" in route)
      seen.body = withoutSecrets(operationFields[route.operation], parseJson(body));
    let answer: ServiceAnswer;
    if ("code" in route) answer = refusal(context, route.code, route.message);
    else if (!body) answer = refusal(context, "request_too_large", "The body is too large.");
    else if (fault && !hasEffect(fault))
      answer = refusal(context, "service_unavailable", "A fault was set up.");
    else {
      const call: Call = {
        route,
        keyId,
        authKey: header(request, authHeaders.authKey),
        contentType: request.headers["content-type"],
        body,
      };
      answer = await answerCall(service, call);
    }
    const { status, code, certificateId, headers } = answer;
    seen.code = code;
    seen.certificateId = certificateId;
    record({
      code,
      certificateId,
      answer: { headers, body: answer.body, secrets },
    });
    if (fault) {
      log(`${method} ${shownPath} → ${fault.kind} (${hasEffect(fault) ? code : "no effect"})`);
      await applyFault(fault, answer, { response, reset, closing });
      seen.status = response.headersSent ? response.statusCode : undefined;
      record({ status: seen.status, message: describeFault(fault), result: "failed" });
    } else {
      const { message } = answer;
      const more = message === undefined ? ` ${certificateId ?? ""}` : `: ${message}`;
      log(`${method} ${shownPath} → ${status} ${code}${more}`.trimEnd());
      send(response, answer);
      seen.status = status;
      record({ status, message, result: code === successCode ? "ok" : "refused" });
    }
  }
}

/** What a person has to know about the request and its answer. */
function describeFault(fault: Fault): string {
  return hasEffect(fault)
    ? "The request was carried out. Then its answer was kept back or changed."
    : "The request was not carried out.";
}

function refusal({ service }: ExchangeContext, code: ServiceCode, message: string): ServiceAnswer {
  return refusalAnswer(service.answers, { code, message }, service.clock.machineTime());
}

/** The whole body, or undefined if it is too large. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  // Leaving a loop over the request itself would close the connection before the answer is sent.
  return readAll(request.iterator({ destroyOnReturn: false }), maxBodyBytes);
}

/** Refuses web pages whose name resolves to this machine (DNS rebinding): their Host header has that name. */
function isForUs({ headers, socket }: IncomingMessage): boolean {
  const { localPort } = socket;
  const names = ["localhost", "127.0.0.1", "[::1]"];
  const defaultPort = "encrypted" in socket ? 443 : 80;
  const host = headers.host?.toLowerCase();
  return names.some(
    (name) => host === `${name}:${localPort}` || (host === name && localPort === defaultPort),
  );
}

/**
 * The path below the base address, which may begin with the sandbox's name. A new sandbox has another name, and so
 * another address.
 */
function requestPath(request: IncomingMessage, { service }: ExchangeContext): string {
  const path = request.url?.split("?")[0] ?? "";
  const prefix = `/${service.store.service}`;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === "string" ? value : undefined;
}
