/** The gRPC status codes that this server answers with. */
export const Status = {
  ok: 0,
  invalidArgument: 3,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/** Ends a call with a status other than OK. For mistakes of the caller. Expected failures are diagnostics. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly status: Status;

  constructor(status: Status, message: string) {
    super(message);
    this.status = status;
  }
}
