/** The user's edits of tags. A tag that is added is a text of the oracle, so it must not be lost. Decision 0047. */
import { tokensIn } from "../oracle/oracle.ts";
import { openTags, type UserDeps } from "./user.ts";

export async function tagOnce(deps: UserDeps): Promise<void> {
  const { device, oracle, chance, trace } = deps;
  const note = await openTags(deps);
  if (note === undefined) return;
  const { noteId, tags } = note;
  const removed = chance.happens(0.35) ? chance.pick(tags) : undefined;
  const token = oracle.newToken();
  const change = { noteId, ...(removed === undefined ? { add: [token] } : { remove: [removed] }) };
  const done = await device.command((_notes, { tags }) => tags.change([change]));
  if (done?.ok === false || done?.value.length === 0) return;
  // The user wanted the tag gone, whether or not the edit took effect.
  if (removed !== undefined) oracle.removedBySomeoneWhoSaw(tokensIn(removed));
  const held = (await device.disk.view()).entities.get(noteId);
  if (done === undefined || held === undefined) return oracle.unclear(noteId);
  if (removed === undefined) oracle.acknowledge(token, noteId, { vv: held.vv, author: device.name });
  else oracle.edited(noteId, held.vv);
  trace(`${device.name} ${removed === undefined ? `tagged ${noteId} ${token}` : `took ${removed} off ${noteId}`}`);
}
