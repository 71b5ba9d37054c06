/**
 * Describes a failed installation or build in a sentence that says what to do. Recognizes error codes of Node and npm; never prints a stack
 * trace.
 */
import { ROOT } from "./paths.mjs";

/** The first match in the output counts, because a full disk also ends connections. */
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

/** The last lines of a program's output, without stack traces. */
function lastLines(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !isStack(line));
  return lines.slice(-LAST_LINES).join("\n");
}

/** Returns the sentence for a known failure, or else the last lines of the output after `otherwise`. */
export function explain(output, otherwise) {
  const known = KNOWN.find(({ codes }) => codes.test(output));
  return known === undefined ? `${otherwise}:\n${lastLines(output)}` : known.sentence;
}
