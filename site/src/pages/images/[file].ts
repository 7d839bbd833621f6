import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRoute, GetStaticPaths } from "astro";

// Astro builds the site from its own folder.
const folder = join(process.cwd(), "..", "docs", "images");

export const getStaticPaths: GetStaticPaths = () => readdirSync(folder).map((file) => ({ params: { file } }));

export const GET: APIRoute = ({ params: { file = "" } }) =>
  new Response(readFileSync(join(folder, file)), {
    headers: { "content-type": file.endsWith(".svg") ? "image/svg+xml" : "image/png" },
  });
