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

export function toOrderId(folder: string): string {
  return decodeURIComponent(folder.replaceAll("=", "%"));
}

/** Padded with zeros, so that keys sort like numbers. */
export function toKey(orderId: string, position: number): string {
  return `${toFolder(orderId)}/${String(position).padStart(8, "0")}`;
}

export function readPosition(key: string): number {
  return Number(key.slice(-8));
}

/** Not the folder of an order: there, `=` is followed by two digits. */
export const proofKey = "=proof";
