/** Loaded before an interface: each operation has one more field. */
import { callbackTestFields, type Field, reissueFields } from "../../../src/contract/index.ts";

const field = { kind: "string", place: "body", doc: "A field of a test." } as const satisfies Field;
Object.assign(reissueFields, { added_remark: field });
Object.assign(callbackTestFields, { added_locale: field });
