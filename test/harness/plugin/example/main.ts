import { serve } from "../../../../src/plugin/index.ts";
import { example } from "./provider.ts";

// Run by the tests as a process of its own, and by hand with a real terraform or tofu.
await serve(example, process.env.EXAMPLE_NETWORK === "tcp" ? { network: "tcp" } : {});
