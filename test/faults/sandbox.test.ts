import { sandboxFaults } from "./sandbox.ts";
import { faultTables } from "./table.ts";

faultTables(sandboxFaults);
