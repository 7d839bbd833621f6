/**
 * Names of objects. An order's id is written so that no store, proxy or list can spell it in another way: letters, digits
 * and hyphens stay, every other byte is `=` and two digits.
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

/** Sorted as texts they are sorted as numbers. */
export function toKey(orderId: string, position: number): string {
  return `${toFolder(orderId)}/${String(position).padStart(8, "0")}`;
}

export function readPosition(key: string): number {
  return Number(key.slice(-8));
}

/** No order's: after `=` stand two digits there. */
export const proofKey = "=proof";
