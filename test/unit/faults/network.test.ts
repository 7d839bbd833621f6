import { networkFaults } from "../../harness/faults/network.ts";
import { faultTables } from "./table.ts";

faultTables(networkFaults);
