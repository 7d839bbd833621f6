/** Reads certificate signing requests (PKCS#10), and compares them with the rest of the request. */
export { checkCsr, checkReissueAndCsr } from "./check.ts";
export { CsrError, type CsrErrorCode } from "./error.ts";
export { csrText } from "./file.ts";
export type { CsrKey, KnownKeyAlgorithm } from "./keys.ts";
export type { AlternativeNames, SubjectPart } from "./names.ts";
export { csrBytes } from "./pem.ts";
export { type Csr, readCsr } from "./read.ts";
export type { CsrSignature } from "./signature.ts";
