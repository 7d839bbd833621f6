/** A value that does not have the shape its type asks for. The message never contains the value: it may be secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}
