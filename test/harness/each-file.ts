/** Loaded with each test file, of which several share a process. */
import fc from "fast-check";
import { afterAll, afterEach } from "vitest";
import { cleanUp } from "./at-the-end.ts";
import { seed } from "./seed.ts";

fc.configureGlobal({ seed });
afterEach(({ task: { result, file } }) => {
  if (result?.state === "fail")
    console.error(
      `To repeat it with the same chance: CERTORDER_TEST_SEED=${seed} npx vitest run --project ${file.projectName} ${file.name}`,
    );
});
afterAll(cleanUp);
