/** Entry point of `npm run convert`. */
import { runConvert } from "./run-convert.node.ts";

process.exitCode = await runConvert(process.argv.slice(2), (line) => console.log(line));
