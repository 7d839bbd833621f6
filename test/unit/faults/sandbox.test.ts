import { sandboxFaults } from "../../harness/faults/sandbox.ts";
import { faultTables } from "./table.ts";

faultTables(sandboxFaults);
