/** Runs Joplin's and Notesnook's own code on the same edits, each in a separate process. */
import { join } from "node:path";
import { ensurePeer } from "../sync/peers/ensure-peer.ts";
import { type PeerRun, runPeer } from "../sync/peers/run-peer.ts";
import type { NoteHistory } from "./edit-history.ts";

const PEERS = {
  Joplin: { packages: "joplinRevisions", script: "joplin.mjs", how: "Joplin, a patch per revision" },
  Notesnook: { packages: "notesnook", script: "notesnook.mjs", how: "Notesnook, a packed copy per session" },
} as const;

/** `how` says what the peer keeps per revision, and `bytes` is the size of all revisions. */
export async function askPeer(
  name: keyof typeof PEERS,
  histories: readonly NoteHistory[],
): Promise<PeerRun<{ readonly how: string; readonly bytes: number }>> {
  const { packages, script, how } = PEERS[name];
  const installed = ensurePeer(packages);
  if ("problem" in installed) return installed;
  const lines = histories.map((history) => JSON.stringify(history.map(({ title, content }) => ({ title, html: content }))));
  const run = await runPeer<{ readonly bytes: number }>(join(import.meta.dirname, script), [installed.folder], lines);
  return "problem" in run ? run : { value: { how, bytes: run.value.bytes } };
}
