/** `npm run google:probe` observes on a real Google Drive what the protocol's documents leave open. */
import { launch } from "./run/launch.mjs";

await launch("packages/drive/src/cli/google-probe.ts");
