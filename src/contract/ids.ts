/** What stands in the place of a certificate's id where the reissue did not happen. */
export const notHappened = "not-happened";

/** A certificate's id in a command to copy. */
export function pasteableId(certificateId: string | undefined, standIn = "CERTIFICATE_ID"): string {
  const isPlain = certificateId !== undefined && isPlainId(certificateId) && !isPlaceholder(certificateId);
  return isPlain ? certificateId : standIn;
}

/**
 * What stands for an id in a command to copy, or is another word of such a command, or what a program makes of an id that it
 * does not have: no certificate is called so.
 */
export function isPlaceholder(text: string): boolean {
  return /^(?:certificate_)?id$|^not.?hap|^happened|^latest$|^undefined$|^null$/i.test(text);
}

/** A word of the service's, such as a code, that may become an output: it cannot be read as more than a name. */
export function isPlainWord(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(text);
}

/**
 * What may become an output, or part of a command to copy: also what base64 is made of, for ids often are. A shell could read
 * anything else as more than a name, and a list in a variable a comma.
 */
export function isPlainId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,63}$/.test(text);
}

/** A text as a shell reads it: one word. */
export function shellWord(text: string): string {
  return /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
