import { faultTables } from "./table.ts";
import { tlsFaults } from "./tls.ts";

faultTables(tlsFaults);
