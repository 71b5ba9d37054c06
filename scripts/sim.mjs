/** `npm run sim -- --seeds N --from S` runs the sync simulator in a separate process. */
import { launch } from "./launch.mjs";

await launch("sim/main.ts");
