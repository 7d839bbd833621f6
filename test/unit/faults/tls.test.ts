import { tlsFaults } from "../../harness/faults/tls.ts";
import { faultTables } from "./table.ts";

faultTables(tlsFaults);
