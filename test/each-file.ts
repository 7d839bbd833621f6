/** Loaded with each test file, of which several share a process. */
import { afterAll } from "vitest";
import { clearAway } from "./at-the-end.ts";

afterAll(clearAway);
