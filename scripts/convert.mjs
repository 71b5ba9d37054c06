/** `npm run convert -- SOURCE… --to … --out PATH`: exports of other programs into a backup, a Markdown vault, a site or JSON. */
import { launch } from "./launch.mjs";

await launch("packages/web/src/convert/convert.node.ts");
