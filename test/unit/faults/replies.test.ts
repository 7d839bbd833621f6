import { replyFaults } from "../../harness/faults/replies.ts";
import { faultTables } from "./table.ts";

faultTables(replyFaults);
