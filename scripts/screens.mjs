/** `npm run screens [-- part]` builds what changed and captures the images of e2e/screens.ts into screenshots/. */
import { launchWithBrowser } from "./run/launch.mjs";

await launchWithBrowser("e2e/screens.ts");
