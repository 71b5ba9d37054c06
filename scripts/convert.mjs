/** `npm run convert -- SOURCE… --to … --out PATH` converts exports of other programs to a backup, a Markdown vault, a site or JSON. */
import { launch } from "./run/launch.mjs";

await launch("packages/web/src/convert/convert.node.ts");
