import fc from "fast-check";

/** Texts of any code points but surrogates. fast-check's own ("binary") first makes a table of all of them, which takes a second. */
export const anyText = (options: { readonly maxLength?: number } = {}) =>
  fc.string({
    unit: fc.nat(0x10_f7ff).map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800)),
    ...options,
  });
