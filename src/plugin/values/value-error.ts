/** A value that does not match its type. The message never contains the value: it may be secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}
