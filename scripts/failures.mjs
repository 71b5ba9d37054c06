/** What went wrong while installing or building, in a sentence that says what to do. Reads the error codes of Node and npm; never shows a stack. */
import { ROOT } from "./paths.mjs";

/** The first that is found in the output counts: a full disk also ends connections. */
const KNOWN = [
  {
    codes: /\b(ENOSPC|EDQUOT)\b|no space left on device/i,
    sentence: `There is no space left on the disk of ${ROOT}. Make room there, and start again.`,
  },
  {
    codes: /\b(EACCES|EPERM|EROFS)\b/,
    sentence: `${ROOT} cannot be written by this user. Give the user the folder, or start from a copy of their own.`,
  },
  {
    codes:
      /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|FETCH_ERROR)\b/,
    sentence:
      "The npm registry cannot be reached. Check the network of this machine, and `npm config get registry` and `npm config get proxy`; then start again.",
  },
  { codes: /\b(EINTEGRITY)\b/, sentence: "A package is not what package-lock.json says. Run `npm cache verify`, and start again." },
];

const LAST_LINES = 15;
const isStack = (line) => /^\s+at .*[:(]/.test(line) || /^npm (error|ERR!) (A complete log|\s*at )/.test(line);

/** What a program said at its end, without stacks. */
function lastLines(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !isStack(line));
  return lines.slice(-LAST_LINES).join("\n");
}

/** The sentence for what a program has printed or thrown, else its last lines after `otherwise`. */
export function explain(output, otherwise) {
  const known = KNOWN.find(({ codes }) => codes.test(output));
  return known === undefined ? `${otherwise}:\n${lastLines(output)}` : known.sentence;
}
