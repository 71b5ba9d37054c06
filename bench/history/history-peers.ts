/** Runs Joplin's and Notesnook's own code on the same edits, each in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ensurePeer } from "../sync/peers/ensure-peer.ts";
import type { NoteHistory } from "./edit-history.ts";

const PEERS = {
  Joplin: { packages: "joplinRevisions", script: "joplin.mjs", how: "Joplin, a patch per revision" },
  Notesnook: { packages: "notesnook", script: "notesnook.mjs", how: "Notesnook, a packed copy per session" },
} as const;

/** `bytes` is the size of all revisions. Returns undefined if the peer cannot be installed or does not respond. */
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
  // A peer that cannot start reads nothing. Its missing result leaves it out.
  child.stdin.on("error", () => undefined);
  child.stdin.end(histories.map((history) => JSON.stringify(history.map(({ title, content }) => ({ title, html: content })))).join("\n"));
  await once(child, "close");
  const { bytes } = output.trim() === "" ? { bytes: undefined } : (JSON.parse(output) as { readonly bytes: number });
  return bytes === undefined ? undefined : { how, bytes };
}
