/** `certorder/csr`: reads certificate signing requests (PKCS#10). */
import "../needs-node.ts";

export type {
  AlternativeNames,
  Csr,
  CsrErrorCode,
  CsrKey,
  CsrSignature,
  KnownKeyAlgorithm,
  SubjectPart,
} from "../csr/index.ts";
export { CsrError, readCsr } from "../csr/index.ts";
