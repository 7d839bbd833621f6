/**
 * The folder of an order. Every store, proxy and list has to spell it the same way: letters, digits and hyphens stay,
 * and every other byte becomes `=` and two hexadecimal digits.
 */
export function toFolder(orderId: string): string {
  return [...Buffer.from(orderId)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9-]/.test(character)
        ? character
        : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

/** Undefined: another program created the folder, and no order has it. */
export function toOrderId(folder: string): string | undefined {
  try {
    const orderId = decodeURIComponent(folder.replaceAll("=", "%"));
    return folder !== "" && toFolder(orderId) === folder ? orderId : undefined;
  } catch {
    return undefined;
  }
}

/** Padded with zeros, so that keys sort like numbers. */
export function toKey(orderId: string, position: number): string {
  return `${toFolder(orderId)}/${String(position).padStart(8, "0")}`;
}

/** Undefined: another program created the object. */
export function readPosition(orderId: string, key: string): number | undefined {
  const position = Number(key.slice(-8));
  return position > 0 && key === toKey(orderId, position) ? position : undefined;
}

/** Not the folder of an order: there, `=` is followed by two digits. */
export const proofKey = "=proof";
