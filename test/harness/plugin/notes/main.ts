import { appendFileSync } from "node:fs";
import { serve } from "../../../../src/plugin/index.ts";
import { folderService, notesProvider } from "./provider.ts";

if (process.env.NOTES_PIDS) appendFileSync(process.env.NOTES_PIDS, `${process.pid}\n`);
await serve(notesProvider(folderService(process.env.NOTES_FOLDER ?? "")));
