/** What Joplin's and Notesnook's own code keep of the same edits, each in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ensurePeer } from "../sync/peers/ensure-peer.ts";
import type { NoteHistory } from "./edit-history.ts";

const PEERS = {
  Joplin: { packages: "joplinRevisions", script: "joplin.mjs", how: "Joplin, a patch per revision" },
  Notesnook: { packages: "notesnook", script: "notesnook.mjs", how: "Notesnook, a packed copy per session" },
} as const;

/** `bytes`: of all revisions. Undefined where its packages cannot be installed, or it does not answer. */
export async function askPeer(
  name: keyof typeof PEERS,
  histories: readonly NoteHistory[],
): Promise<{ readonly how: string; readonly bytes: number } | undefined> {
  const { packages, script, how } = PEERS[name];
  const folder = ensurePeer(packages);
  if (folder === undefined) return undefined;
  const child = spawn(process.execPath, [join(import.meta.dirname, script), folder], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  // One that cannot start reads nothing: it is left out by having no answer.
  child.stdin.on("error", () => undefined);
  child.stdin.end(histories.map((history) => JSON.stringify(history.map(({ title, content }) => ({ title, html: content })))).join("\n"));
  await once(child, "close");
  const { bytes } = output.trim() === "" ? { bytes: undefined } : (JSON.parse(output) as { readonly bytes: number });
  return bytes === undefined ? undefined : { how, bytes };
}
