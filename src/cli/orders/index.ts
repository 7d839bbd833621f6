/** Reads many orders from one file, for commands with `--from`. */
export { checkOrderId, type OrdersFile, type OrdersOptions, openOrders } from "./open.ts";
export type { OrderRow } from "./row.ts";
