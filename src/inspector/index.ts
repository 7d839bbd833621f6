/** The page in the browser, and the server that only this machine reaches. What it shows comes from its caller. */
export { openInBrowser } from "./browser.ts";
export { ExchangeLog, exchangeEvents } from "./exchange-log.ts";
export { type Content, type Inspector, type PageEvent, startInspector } from "./server.ts";
