/** Written in the place of a certificate's id if the reissue did not happen. */
export const notHappened = "not-happened";
/** Written after a certificate's id to confirm that the service gave that id again. */
export const sameId = "same-id";

/** A certificate's id in a command to copy, or a placeholder if it is not known or not safe to paste. */
export function pasteableId(certificateId: string | undefined, standIn = "CERTIFICATE_ID"): string {
  const isPlain = certificateId !== undefined && isPlainId(certificateId) && !isPlaceholder(certificateId);
  return isPlain ? certificateId : standIn;
}

/** A placeholder, another word of such a command, or the text of a missing value. No certificate has such an id. */
export function isPlaceholder(text: string): boolean {
  return /^(?:certificate_)?id$|^not.?hap|^happened|^latest$|^undefined$|^null$/i.test(text);
}

/**
 * An id that may become an output or part of a command. It allows the characters of base64, which many ids have. A
 * shell or a list in a variable could misread any other character.
 */
export function isPlainId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,63}$/.test(text);
}

/** Quotes a text so that a shell reads it as one word. */
export function shellWord(text: string): string {
  return /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A line to paste into a shell. An operand that looks like a flag stands behind `--`, after the flags. */
export function commandLine(
  command: string,
  operands: readonly string[],
  flags: readonly (string | undefined | false)[],
): string {
  const words = operands.map(shellWord);
  const isLikeFlag = operands.some((operand) => operand.startsWith("-"));
  const line = isLikeFlag ? [command, ...flags, "--", ...words] : [command, ...words, ...flags];
  return line.filter(Boolean).join(" ");
}
