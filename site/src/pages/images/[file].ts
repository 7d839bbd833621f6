import type { APIRoute, GetStaticPaths } from "astro";

const images = import.meta.glob<string>("../../../../docs/images/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(images).map(([path, svg]) => ({ params: { file: path.split("/").at(-1) }, props: { svg } }));

export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { "content-type": "image/svg+xml" } });
