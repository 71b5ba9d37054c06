/**
 * Step-by-step runs, one for each rule that chance alone hardly ever tests. Each run answers with what is wrong at its end: nothing while
 * the rules are in force, something if that rule is removed (mutants.ts). sync.md §10.
 */
import { isEqual } from "@satchel/core/model/entities/version-vector.ts";
import { toResponse } from "../world/in-process.ts";
import { PRIMARY_SCENARIOS } from "./primary-scenarios.ts";
import { type Actor, type Asked, type Meddling, Stage } from "./stage.ts";
import { WRITER_SCENARIOS } from "./writer-scenarios.ts";

type Scenario = { readonly name: string; readonly play: (stage: Stage) => Promise<readonly string[]> };

const MINUTE_MS = 60_000;
const HALF_SECOND_MS = 500;
const DAY_MINUTES = 24 * 60;
const DELAYED = { feedLagMs: 30 * MINUTE_MS, listLagMs: 30 * MINUTE_MS };
const AT_ONCE = { feedLagMs: 0, listLagMs: 0 };

const add = (text: string) => (content: string) => `${content}<p>${text}</p>`;
const replace = (text: string) => () => `<p>${text}</p>`;
const isList = ({ method, url }: Asked): boolean =>
  method === "GET" && url.includes("/files?") && url.includes("in+parents") && url.includes("pageSize=1000");
const isTrash = ({ method, body }: Asked): boolean => method === "PATCH" && body.includes('"sup":"1"');
const isContent = ({ method, url }: Asked): boolean => method !== "GET" && url.includes("uploadType=multipart");
const isUpdate = (request: Asked): boolean => request.method === "PATCH" && isContent(request);
const isPack = ({ body }: Asked): boolean => body.includes('"k":"pack"');
const isFile = ({ body }: Asked): boolean => body.includes('"k":"attachment"');
const missing = (shown: ReadonlyMap<string, string>, ...texts: readonly string[]): readonly string[] =>
  texts.filter((text) => ![...shown.values()].some((content) => content.includes(text))).map((text) => `lost ${text}`);

export const SCENARIOS: readonly Scenario[] = [
  { name: "two merge, one deletes", play: twoMergeOneDeletes },
  { name: "news while listing", play: updateWhileListing },
  { name: "death at any commit", play: deathAtAnyCommit },
  { name: "loss after any write", play: lossAfterAnyWrite },
  { name: "a copy that the drive does not take", play: copyNotTaken },
  { name: "a merge that the drive refuses", play: mergeRefused },
  { name: "refused, and taken at the next try", play: takenLater },
  { name: "refused, and written elsewhere before the next try", play: writtenWhileRefused },
  { name: "a write before the trash lands", play: writeBeforeTrash },
  { name: "a late write", play: delayedWrite },
  { name: "a copy before its merge", play: copyBeforeMerge },
  { name: "one conflict settled twice", play: sameConflictResolvedAgain },
  { name: "merged with and without a base", play: withAndWithoutBase },
  { name: "merged at the same moment", play: mergedAtOnce },
  { name: "the living file is gone", play: livingFileGone },
  { name: "an answer to a create is lost", play: createAnswerLost },
  { name: "an old revision of one's own", play: oldRevisionOfOwn },
  { name: "an unread write of a copied profile, and both devices are gone", play: unreadAndGone },
  { name: "an unsent note of a copied profile", play: unsentOfCopy },
  { name: "a write of a copied profile that the feed does not tell yet", play: writtenOverUnread },
  { name: "written over by a copied profile, and both are gone", play: writtenOverAndGone },
  { name: "written over by a copied profile once another had read it", play: writtenOverOnceRead },
  { name: "deleted over what a copied profile wrote after a lost answer", play: deletedOverUnread },
  { name: "two files of one unsent note", play: twoFilesOfUnsent },
  { name: "deleted over a text that the feed does not tell yet", play: deletedOverUntold },
  { name: "typed on before a copied profile parts", play: typedBeforeParting },
  { name: "a file id under which a copied profile wrote", play: noteIdOfClone },
  { name: "an old revision that somebody brought back", play: broughtBack },
  { name: "two that lost under one vector", play: lostUnderOneVector },
  { name: "two that lost under one vector while the clocks were behind", play: lostWhileBehind },
  { name: "deleted again under a count that a copied profile edited under", play: deletedUnderSharedCount },
  { name: "another's merge that a copied profile sent again", play: mergeSentByCopy },
  { name: "a note moved in by a copied profile", play: movedInByCopy },
  { name: "moved out while elsewhere it waits", play: movedOutElsewhere },
  { name: "merged long ago", play: mergedLongAgo },
  { name: "a text chosen that a merge elsewhere lost", play: chosenText },
  { name: "a text chosen and written on", play: chosenAndWrittenOn },
  { name: "a text chosen and put together with another", play: chosenAndMerged },
  { name: "a file thrown away for good", play: fileThrownAway },
  { name: "a file of a deleted note", play: fileOfDeletedNote },
  { name: "a file referred to once it was thrown away", play: fileReferencedLater },
  { name: "a file added while its note is moved in", play: fileMergedIn },
  { name: "a death before a merged file is sealed", play: deathBeforeSealing },
  { name: "a file id that a copied profile used for another file", play: fileIdOfClone },
  { name: "a file that another note refers to before it is sent", play: fileReferredToUnsent },
  { name: "a file sent long after its note left it", play: fileSentLater },
  { name: "a file back from the trash for a moment", play: fileBackForAMoment },
  { name: "a merged file whose device is gone", play: mergedAndGone },
  { name: "a text saved that was open while its note moved in", play: openWhileMovedIn },
  ...PRIMARY_SCENARIOS,
  ...WRITER_SCENARIOS,
];

export async function playScenario(name: string): Promise<readonly string[]> {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario '${name}'`);
  const stage = new Stage();
  let failures: readonly string[] | undefined;
  const ended = scenario.play(stage).then((found) => {
    failures = found;
  });
  await stage.time.run(() => failures !== undefined);
  if (failures === undefined) throw new Error(`'${name}': nothing is left to happen, yet it has not ended`);
  await ended;
  return failures;
}

/** While it is on, no write of the device reaches the drive, so the device keeps its merges to itself. */
function muted(): { isOn: boolean; readonly meddling: Meddling } {
  const mute = {
    isOn: false,
    meddling: (request: Asked) => (mute.isOn && isContent(request) ? Promise.reject(new TypeError("lost")) : undefined),
  };
  return mute;
}

function loseAnswer(): never {
  throw new TypeError("The answer was lost");
}

async function firstNote(actor: Actor, stage: Stage, text = "first"): Promise<string> {
  const noteId = await actor.create(text);
  await stage.syncUntilIdle(2);
  return noteId;
}

/** §2: two devices make the same merge at once, which does not count as an edit, and a user who had seen both sides deleted the note. */
async function twoMergeOneDeletes(stage: Stage): Promise<readonly string[]> {
  const mute = muted();
  const [a, b, c] = [stage.enter("a"), stage.enter("b", { meddling: mute.meddling }), stage.enter("c")];
  const noteId = await firstNote(a, stage, "one</p><p>two</p><p>three");
  await b.write(noteId, (content) => content.replace("one", "ONE"));
  await c.write(noteId, (content) => content.replace("three", "THREE"));
  await stage.together(b, c);
  mute.isOn = true;
  await b.sync();
  await a.sync();
  await a.remove(noteId);
  mute.isOn = false;
  await stage.syncUntilIdle();
  return [a, b, c].flatMap((actor, at) => (actor.device.notes?.store.getState().notesById.has(noteId) ? [`came back on ${at}`] : []));
}

/** §5: the feed reports changes that happen during a first listing. */
async function updateWhileListing(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  await firstNote(a, stage);
  let isHeld = false;
  const fresh = stage.enter("fresh", {
    meddling: (request, send) => {
      if (isHeld || !isList(request)) return undefined;
      isHeld = true;
      return send().then(async (listed) => {
        await a.create("meanwhile");
        await a.sync();
        return listed;
      });
    },
  });
  await fresh.sync();
  await fresh.sync();
  return missing(await fresh.shown(), "meanwhile");
}

/** §5, I7: whichever commit is the last of a process, the next process knows what is left to do. */
async function deathAtAnyCommit(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  const b = stage.enter("b");
  await firstNote(a, stage);
  const failures: string[] = [];
  for (let point = 1; point <= 12; point += 1) {
    await a.create(`text ${point};`);
    await a.sync();
    b.device.crashAtPoint(point);
    await b.sync();
    b.device.crashAtPoint(0);
    await b.sync();
    failures.push(...missing(await b.shown(), `text ${point};`));
  }
  return failures;
}

/** §4.3: a device that is lost in the middle of a cycle takes no text of others with it. */
async function lossAfterAnyWrite(stage: Stage): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let writes = 0; writes <= 4; writes += 1) {
    const theirs = stage.enter(`theirs${writes}`);
    const text = `theirs ${writes};`;
    let left = Number.POSITIVE_INFINITY;
    const loser = stage.enter(`loser${writes}`, {
      meddling: (request) => {
        if (request.method === "GET") return undefined;
        left -= 1;
        return left < 0 ? new Promise(() => {}) : undefined;
      },
    });
    const noteId = await firstNote(theirs, stage, `start ${writes};`);
    await theirs.write(noteId, replace(text));
    await theirs.sync();
    await stage.minutes(1);
    await loser.write(noteId, replace(`later ${writes};`));
    left = writes;
    await Promise.race([loser.sync(), stage.minutes(5)]);
    loser.lose();
    await stage.syncUntilIdle(3);
    const fresh = stage.enter(`fresh${writes}`);
    await fresh.sync();
    failures.push(...missing(await fresh.shown(), text));
    fresh.lose();
    theirs.lose();
  }
  return failures;
}

/** §4.3: a trashed file may still hold a new text. Here it was written again just before the trashing arrived, and its writer is gone. */
async function writeBeforeTrash(stage: Stage): Promise<readonly string[]> {
  let beforeTrash: (() => Promise<void>) | undefined;
  const a = stage.enter("a", {
    meddling: (request, send) => {
      const first = beforeTrash;
      if (first === undefined || !isTrash(request)) return undefined;
      beforeTrash = undefined;
      return first().then(send);
    },
  });
  const b = stage.enter("b");
  const noteId = await firstNote(a, stage);
  await b.write(noteId, add("second"));
  await b.sync();
  await a.sync();
  await a.write(noteId, add("third"));
  beforeTrash = async () => {
    await b.write(noteId, add("fourth"));
    await b.sync();
    b.lose();
  };
  await a.sync();
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "third", "fourth");
}

/** §4.3: a write whose answer never came arrives after a later write, and its device is gone. */
async function delayedWrite(stage: Stage): Promise<readonly string[]> {
  let isDelayed = false;
  const a = stage.enter("a", {
    meddling: (request, send) => {
      if (!isDelayed || request.method !== "PATCH" || !isContent(request)) return undefined;
      isDelayed = false;
      stage.time.after(10 * 60_000, () => void send());
      return new Promise(() => {});
    },
  });
  const noteId = await firstNote(a, stage);
  await a.write(noteId, add("second"));
  isDelayed = true;
  await a.sync();
  await a.write(noteId, add("third"));
  await a.sync();
  await stage.minutes(20);
  a.lose();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "second", "third");
}

/** §6.3: a device that still shows the text itself does not show the copy of it, so the copy looks superfluous there. */
async function copyBeforeMerge(stage: Stage): Promise<readonly string[]> {
  let onlyCopies = false;
  const b = stage.enter("b");
  const a = stage.enter("a", {
    meddling: (request) =>
      onlyCopies && isContent(request) && !request.body.includes("(Cloud Copy)") && !/-c[0-9a-z]{11}/.test(request.body)
        ? Promise.reject(new TypeError("lost"))
        : undefined,
  });
  const noteId = await firstNote(b, stage);
  await b.write(noteId, replace("of b"));
  await b.sync();
  await stage.minutes(1);
  await a.write(noteId, replace("of a"));
  onlyCopies = true;
  await a.sync();
  await b.sync();
  const shown = await b.shown();
  const copies = [...shown.values()].filter((content) => content.includes("of b")).length;
  return copies > 1 ? ["a copy is shown beside its own text"] : [];
}

/** §6.3: two devices that make the same copy share one copy, which stays deleted once someone deleted it. */
async function sameConflictResolvedAgain(stage: Stage): Promise<readonly string[]> {
  const [mine, theirs] = [muted(), muted()];
  const [a, d] = [stage.enter("a", { meddling: mine.meddling }), stage.enter("d", { meddling: theirs.meddling })];
  const noteId = await firstNote(a, stage);
  await writeApart(stage, noteId, [replace("of b"), replace("of c")]);
  mine.isOn = true;
  theirs.isOn = true;
  await a.sync();
  await d.sync();
  const copyId = [...(await a.shown()).keys()].find((id) => id !== noteId);
  if (copyId === undefined) return ["no copy was made"];
  await a.remove(copyId);
  mine.isOn = false;
  theirs.isOn = false;
  await stage.syncUntilIdle();
  return [a, d].flatMap((actor, at) => (actor.device.notes?.store.getState().notesById.has(copyId) ? [`the copy came back on ${at}`] : []));
}

/** Two more devices write without having heard of each other, and are not seen again. */
async function writeApart(stage: Stage, noteId: string, changes: readonly ((content: string) => string)[]): Promise<void> {
  const writers = changes.map((_change, at) => stage.enter(`writer${at}`));
  await stage.syncUntilIdle(1);
  stage.drive.setLag(DELAYED);
  for (const [at, writer] of writers.entries()) {
    await writer.write(noteId, changes[at] as (content: string) => string);
    await writer.sync();
    writer.lose();
    await stage.minutes(1);
  }
  stage.drive.setLag(AT_ONCE);
}

/** §6.1: a device without the base merges the two texts in another way. The two merges may not have the same version vector. */
async function withAndWithoutBase(stage: Stage): Promise<readonly string[]> {
  const [a, b, c] = [stage.enter("a"), stage.enter("b"), stage.enter("c")];
  const noteId = await firstNote(a, stage, "one</p><p>two</p><p>three");
  await b.write(noteId, (content) => content.replace("one", "ONE"));
  await c.write(noteId, (content) => content.replace("three", "THREE"));
  await stage.together(b, c);
  const mute = muted();
  const fresh = stage.enter("fresh", { meddling: mute.meddling });
  mute.isOn = true;
  await fresh.sync();
  await a.sync();
  mute.isOn = false;
  await stage.syncUntilIdle(6);
  return differences([a, b, c, fresh]);
}

/** §6.1: devices that arrived at the same text independently are in step, however often they sync at the same moment. */
async function mergedAtOnce(stage: Stage): Promise<readonly string[]> {
  const [mine, theirs] = [muted(), muted()];
  const [a, d] = [stage.enter("a", { meddling: mine.meddling }), stage.enter("d", { meddling: theirs.meddling })];
  const noteId = await firstNote(a, stage, "one</p><p>two</p><p>three");
  await writeApart(stage, noteId, [(content) => content.replace("one", "ONE"), (content) => content.replace("three", "THREE")]);
  mine.isOn = true;
  theirs.isOn = true;
  await a.sync();
  await d.sync();
  mine.isOn = false;
  theirs.isOn = false;
  for (let round = 0; round < 8; round += 1) {
    await stage.minutes(1);
    await stage.together(a, d);
  }
  const writes = stage.drive.writes();
  await stage.together(a, d);
  return stage.drive.writes() === writes ? [] : ["they never come to rest"];
}

/** §4.1, §7.3: trashing a file ourselves deletes no note, even if a user threw away the file that replaced it. */
async function livingFileGone(stage: Stage): Promise<readonly string[]> {
  const [a, b, c] = [stage.enter("a"), stage.enter("b"), stage.enter("c")];
  const noteId = await firstNote(a, stage);
  await b.write(noteId, add("second"));
  await b.sync();
  await a.sync();
  await stage.drive.eraseLiving(noteId);
  a.lose();
  b.lose();
  await c.sync();
  return missing(await c.shown(), "first");
}

/** §4.2: a file whose create lost its answer is found again instead of created twice. */
async function createAnswerLost(stage: Stage): Promise<readonly string[]> {
  let isLost = true;
  const a = stage.enter("a", {
    meddling: (request, send) => {
      if (!isLost || request.method !== "POST" || !isContent(request)) return undefined;
      return send().then(loseAnswer);
    },
  });
  stage.drive.setLag(DELAYED);
  const noteId = await a.create("first");
  await a.sync();
  isLost = false;
  await stage.minutes(5);
  await a.sync();
  stage.drive.setLag(AT_ONCE);
  const made = await stage.drive.filesOf(noteId);
  return made.length === 1 ? [] : [`${made.length} files were made of one note`];
}

/** §4.5: bytes under our own device id that we did not write are read before they are overwritten. */
async function oldRevisionOfOwn(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  await a.write(noteId, add("of the first"));
  await a.write(noteId, add("and more"));
  await a.sync();
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "of the clone", "of the first");
}

/**
 * §4.2: a device with a text that it cannot read, which its own vector seems to contain, sends nothing and trashes nothing. Afterwards it
 * and the writer are lost.
 */
async function unreadAndGone(stage: Stage): Promise<readonly string[]> {
  let unreadable: readonly string[] = [];
  const a = stage.enter("a", {
    meddling: ({ method, url }) =>
      method === "GET" && url.includes("alt=media") && unreadable.some((fileId) => url.includes(fileId))
        ? Promise.resolve(toResponse(500, {}, undefined))
        : undefined,
  });
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  const b = stage.enter("b", { meddling: (request) => (isPack(request) ? Promise.resolve(toResponse(403, {}, undefined)) : undefined) });
  await b.create("other");
  await b.sync();
  b.lose();
  await a.write(noteId, add("of the first"));
  await a.write(noteId, add("and more"));
  unreadable = await stage.drive.filesOf(noteId);
  await a.sync();
  a.lose();
  const fresh = stage.enter("fresh");
  await stage.syncUntilIdle();
  return missing(await fresh.shown(), "of the clone");
}

/** §4.5: everything that a copied profile wrote and no one has seen goes under its new device id. */
async function unsentOfCopy(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  const noteId = await a.create("first");
  const otherId = await a.create("other");
  await stage.syncUntilIdle(2);
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, replace("note of the clone"));
  await clone.write(otherId, replace("other of the clone"));
  await a.write(noteId, replace("note of the first"));
  await a.sync();
  await a.write(noteId, replace("note of the first again"));
  await a.write(otherId, replace("other of the first"));
  await clone.sync();
  clone.lose();
  await stage.syncUntilIdle(6);
  return missing(await a.shown(), "note of the clone", "other of the clone", "note of the first again", "other of the first");
}

/** §4.5: a text that was in our file and that no vector contains is read from the file's revisions, although the file was overwritten. */
async function writtenOverUnread(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  stage.drive.setLag(DELAYED);
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  await stage.minutes(1);
  await a.write(noteId, add("of the first"));
  await a.sync();
  stage.drive.setLag(AT_ONCE);
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "of the clone", "of the first");
}

/** §4.5: other devices read the overwritten text a day later, when no device with that id is left. */
async function writtenOverAndGone(stage: Stage): Promise<readonly string[]> {
  const c = stage.enter("c");
  await writeOver(stage, async () => {});
  await stage.syncUntilIdle(1);
  await stage.minutes(DAY_MINUTES);
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return [...missing(await fresh.shown(), "of the clone", "of the first"), ...missing(await c.shown(), "of the clone", "of the first")];
}

/** §4.5: a device that read the first text knows by its vector that the second is nothing new. */
async function writtenOverOnceRead(stage: Stage): Promise<readonly string[]> {
  const c = stage.enter("c");
  await writeOver(stage, async () => void (await c.sync()));
  await stage.syncUntilIdle(1);
  await stage.minutes(DAY_MINUTES);
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "of the clone", "of the first");
}

/** A clone writes; then the original, which has not heard of that, overwrites it. Both are lost afterwards. */
async function writeOver(stage: Stage, between: () => Promise<void>): Promise<void> {
  const a = stage.enter("a", { meddling: ({ url }) => (url.includes("/revisions") ? new Promise(() => {}) : undefined) });
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  await between();
  stage.drive.setLag(DELAYED);
  await stage.minutes(1);
  await a.write(noteId, add("of the first"));
  await Promise.race([a.sync(), stage.minutes(5)]);
  a.lose();
  stage.drive.setLag(AT_ONCE);
}

/**
 * §4.5: the answer to a write is lost, a clone writes on in that file and is lost, and the note is deleted under a later count. A fresh
 * device that does not see the delete yet sends the clone's text again, under its vector. An old copy of the profile meets both files of it
 * in the trash.
 */
async function deletedOverUnread(stage: Stage): Promise<readonly string[]> {
  let isLost = false;
  const a = stage.enter("a", { meddling: (request, send) => (isLost && isContent(request) ? send().then(loseAnswer) : undefined) });
  const noteId = await firstNote(a, stage);
  const lagging = await stage.copy(a, "late");
  await a.write(noteId, add("second"));
  const clone = await stage.copy(a, "clone");
  isLost = true;
  await a.sync();
  isLost = false;
  await clone.sync();
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  await a.write(noteId, replace("of the first"));
  await a.remove(noteId);
  await stage.minutes(10);
  stage.drive.setLag({ ...AT_ONCE, listLagMs: 5 * MINUTE_MS });
  await a.sync();
  a.lose();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  stage.drive.setLag(AT_ONCE);
  await stage.minutes(60);
  await fresh.sync();
  await lagging.sync();
  await fresh.sync();
  return [...missing(await lagging.shown(), "of the clone"), ...missing(await fresh.shown(), "of the clone")];
}

/**
 * §4.5: two profiles each make a file of a note that was not sent yet. The file with the later count is a delete that has not seen the
 * other's text, and a device with another id trashes it.
 */
async function twoFilesOfUnsent(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  await a.sync();
  const noteId = await a.create("first");
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  stage.drive.setLag(DELAYED);
  await stage.minutes(1);
  await a.create("other");
  await a.remove(noteId);
  await a.sync();
  stage.drive.setLag(AT_ONCE);
  await stage.enter("b").sync();
  return reachesFreshDevice(stage, "of the clone");
}

/**
 * §4.5: as before, but in the shared file. Its new bytes are read back under a new device id before the feed reports the bytes that they
 * replaced.
 */
async function deletedOverUntold(stage: Stage): Promise<readonly string[]> {
  let isLost = false;
  const a = stage.enter("a", { meddling: (request, send) => (isLost && isUpdate(request) ? send().then(loseAnswer) : undefined) });
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  stage.drive.setLag(DELAYED);
  await clone.write(noteId, add("of the clone"));
  await clone.create("another");
  await clone.sync();
  clone.lose();
  await a.create("other");
  await stage.minutes(1);
  await a.remove(noteId);
  isLost = true;
  await a.sync();
  isLost = false;
  stage.drive.setLag(AT_ONCE);
  return reachesFreshDevice(stage, "of the clone");
}

/** §4.5: a text opened before its device took another id has a vector under which the clone's text exists, too. */
async function typedBeforeParting(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  await a.write(noteId, add("of the first"));
  const opened = await a.note(noteId);
  await stage.minutes(1);
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  await a.sync();
  await stage.minutes(1);
  const draft = { title: "Note", content: "<p>first</p><p>of the first</p><p>and more</p>" };
  await a.device.command((notes) => notes.save(noteId, draft, { seen: { vv: opened?.vv ?? {} } }));
  return reachesFreshDevice(stage, "of the clone", "and more");
}

/**
 * §4.5: a device finds a clone's text under one of its reserved file ids while it sends something else, and reads that text before it
 * overwrites it.
 */
async function noteIdOfClone(stage: Stage): Promise<readonly string[]> {
  const b = stage.enter("b");
  const noteId = await firstNote(b, stage);
  const a = stage.enter("a");
  await firstNote(a, stage, "other");
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  stage.drive.setLag(DELAYED);
  await a.write(noteId, add("of the first"));
  await stage.minutes(1);
  await a.create("another");
  await a.sync();
  stage.drive.setLag(AT_ONCE);
  return reachesFreshDevice(stage, "of the clone", "of the first");
}

async function reachesFreshDevice(stage: Stage, ...texts: readonly string[]): Promise<readonly string[]> {
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), ...texts);
}

/** §4.5: a user who brings back an old revision in the drive itself has seen what was there instead. */
async function broughtBack(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  const noteId = await firstNote(a, stage);
  await a.write(noteId, add("second"));
  await a.sync();
  a.lose();
  const [fileId = ""] = await stage.drive.filesOf(noteId);
  await stage.drive.bringBackFirst(fileId);
  const c = stage.enter("c");
  await c.sync();
  await stage.minutes(DAY_MINUTES);
  await stage.syncUntilIdle();
  return [...(await c.shown()).values()].filter((content) => content.includes("second"));
}

/** §6.3: two versions under one vector, which only a shared device id can make, each get a copy of their own. */
async function lostUnderOneVector(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  await a.sync();
  const noteId = await a.create("start");
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  const before = await a.note(noteId);
  await stage.minutes(1);
  await a.write(noteId, replace("of one tab"));
  await stage.minutes(1);
  const draft = { title: "Note", content: "<p>of another tab</p>" };
  await a.device.command((notes) => notes.save(noteId, draft, { seen: { vv: before?.vv ?? {} } }));
  await stage.syncUntilIdle();
  // The single copy names a version from before its device took another id, and is shown a day later.
  await stage.minutes(DAY_MINUTES + 60);
  await stage.syncUntilIdle();
  return missing(await a.shown(), "of the clone", "of one tab", "of another tab");
}

/** §2, §6.3: a device whose clock is an hour ahead edited the note last, and both devices of one profile edit it within that hour. */
async function lostWhileBehind(stage: Stage): Promise<readonly string[]> {
  const [ahead, a] = [stage.enter("ahead", { limits: { skewMs: 60 * MINUTE_MS } }), stage.enter("a")];
  const noteId = await firstNote(ahead, stage);
  await ahead.write(noteId, replace("start"));
  await stage.syncUntilIdle(2);
  ahead.lose();
  const clone = await stage.copy(a, "clone");
  await clone.write(noteId, replace("of the clone"));
  await clone.sync();
  clone.lose();
  const before = await a.note(noteId);
  await stage.time.wait(HALF_SECOND_MS);
  await a.write(noteId, replace("of one tab"));
  await stage.time.wait(HALF_SECOND_MS);
  const draft = { title: "Note", content: "<p>of another tab</p>" };
  await a.device.command((notes) => notes.save(noteId, draft, { seen: { vv: before?.vv ?? {} } }));
  await stage.syncUntilIdle();
  await stage.minutes(DAY_MINUTES + 60);
  await stage.syncUntilIdle();
  return missing(await a.shown(), "of the clone", "of one tab", "of another tab");
}

/**
 * §4.5: the clone's edit has the count under which this device deleted the note. A third device had deleted the note too, so the merge is
 * alive only because of that edit. A later delete made here, without having seen the edit, does not cover it.
 */
async function deletedUnderSharedCount(stage: Stage): Promise<readonly string[]> {
  const [a, b] = [stage.enter("a"), stage.enter("b")];
  const noteId = await firstNote(b, stage);
  const clone = await stage.copy(a, "clone");
  stage.drive.setLag(DELAYED);
  await clone.write(noteId, add("of the clone"));
  await clone.sync();
  clone.lose();
  await stage.minutes(20);
  await a.remove(noteId);
  await a.sync();
  await stage.minutes(11);
  await b.remove(noteId);
  await b.sync();
  await stage.drive.emptyTrash(noteId);
  await a.device.command((notes) => notes.restore(noteId));
  await a.remove(noteId);
  stage.drive.setLag(AT_ONCE);
  await stage.syncUntilIdle();
  return missing(await b.shown(), "of the clone");
}

/** §4.5: another device's merge of the clone's text, sent again into the shared file, seems to contain an edit under the same count. */
async function mergeSentByCopy(stage: Stage): Promise<readonly string[]> {
  const mute = muted();
  const [a, c] = [stage.enter("a", { meddling: mute.meddling }), stage.enter("c")];
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  mute.isOn = true;
  await a.write(noteId, replace("of a"));
  await a.sync();
  await stage.minutes(1);
  await clone.write(noteId, replace("of the clone"));
  await clone.sync();
  await c.sync();
  await c.write(noteId, replace("of c"));
  await c.sync();
  await clone.sync();
  c.lose();
  await stage.drive.eraseLiving(noteId);
  await clone.sync();
  clone.lose();
  mute.isOn = false;
  await stage.syncUntilIdle();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "of a", "of c");
}

/** §4.5: a sealed and an open version under one dot are recognized as two by their times. */
async function movedInByCopy(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a");
  await a.sync();
  await a.device.command((notes) => notes.ensureDefaultFolders());
  const noteId = await firstNote(a, stage);
  const clone = await stage.copy(a, "clone");
  await clone.sync();
  for (const { device } of [a, clone]) device.key.unlock();
  await a.write(noteId, add("of the first"));
  await stage.minutes(1);
  await clone.moveIn(noteId);
  await a.sync();
  await clone.sync();
  a.lose();
  await stage.syncUntilIdle(6);
  return missing(await clone.shown(), "of the first");
}

/** §6.2: a sealed version that a locked device could not merge hides the note there exactly until a version arrives that contains it. */
async function movedOutElsewhere(stage: Stage): Promise<readonly string[]> {
  const [a, b, c] = [stage.enter("a"), stage.enter("b"), stage.enter("c")];
  await a.sync();
  await a.device.command((notes) => notes.ensureDefaultFolders());
  const noteId = await firstNote(a, stage);
  for (const { device } of [a, c]) device.key.unlock();
  await a.moveIn(noteId);
  await a.sync();
  await b.remove(noteId);
  await b.sync();
  await c.sync();
  await c.device.command((_notes, { sensitive }) => sensitive.moveOut(noteId, null));
  await stage.syncUntilIdle();
  const shown = b.device.notes?.store.getState().notesById.get(noteId);
  return shown?.isEncrypted === false ? [] : [`${noteId} is ${shown === undefined ? "gone" : "hidden"}`];
}

/** §5: a fresh device, to which no properties show which file contains which, takes the merge first and then nothing that was merged. */
async function mergedLongAgo(stage: Stage): Promise<readonly string[]> {
  const limits = { maxDots: 1 };
  const [a, b, c] = [stage.enter("a", { limits }), stage.enter("b", { limits }), stage.enter("c", { limits })];
  const noteId = await firstNote(a, stage);
  await b.write(noteId, replace("of b"));
  await stage.minutes(1);
  await c.write(noteId, replace("of c"));
  await stage.together(b, c);
  await a.sync();
  await stage.syncUntilIdle(1);
  const fresh = stage.enter("fresh", { limits });
  await fresh.sync();
  const [theirs, ours] = [await a.note(noteId), await fresh.note(noteId)];
  return isEqual(theirs?.vv ?? {}, ours?.vv ?? {}) ? [] : ["what was merged long ago is merged anew"];
}

/** §6.4: a chosen text counts as touched when it meets a merge that lost it. */
async function chosenText(stage: Stage): Promise<readonly string[]> {
  const mute = muted();
  const [a, b, c] = [stage.enter("a"), stage.enter("b", { meddling: mute.meddling }), stage.enter("c")];
  const noteId = await firstNote(a, stage);
  await a.write(noteId, replace("of a"));
  await a.sync();
  await stage.minutes(1);
  await b.write(noteId, replace("of b"));
  mute.isOn = true;
  await b.sync();
  const [conflict] = b.device.conflicts?.store.getState().conflicts ?? [];
  await b.device.command((_notes, { conflicts }) => conflicts.resolve(conflict?.id ?? "", "keep_cloud"));
  await stage.minutes(1);
  await c.write(noteId, replace("of c"));
  await c.sync();
  mute.isOn = false;
  await stage.syncUntilIdle(6);
  return missing(await a.shown(), "of a", "of c");
}

/** As before, and the user who chose the text wrote on before anything of it was sent. */
async function chosenAndWrittenOn(stage: Stage): Promise<readonly string[]> {
  const { noteId, a, b, c, muteB, muteC } = await chooseFirstLine(stage);
  await b.write(noteId, (content) => content.replace("two", "two</p><p>three"));
  muteC.isOn = false;
  await c.sync();
  muteB.isOn = false;
  await stage.syncUntilIdle(6);
  return missing(await a.shown(), "of a", "of c", "three");
}

/** As before, and the chosen text is first merged with a text that takes nothing away. That merge, too, says that it was chosen. */
async function chosenAndMerged(stage: Stage): Promise<readonly string[]> {
  const { noteId, a, b, muteB, muteC } = await chooseFirstLine(stage);
  await a.write(noteId, (content) => content.replace("two", "two</p><p>three"));
  await a.sync();
  muteB.isOn = false;
  await b.sync();
  muteC.isOn = false;
  await stage.syncUntilIdle(6);
  return missing(await a.shown(), "of a", "of c", "three");
}

/**
 * All three overwrite the first line. B takes A's text instead of its own; at C, A's text loses as well and is in its copy. Neither sends
 * anything.
 */
async function chooseFirstLine(stage: Stage) {
  const [muteB, muteC] = [muted(), muted()];
  const [a, b, c] = [stage.enter("a"), stage.enter("b", { meddling: muteB.meddling }), stage.enter("c", { meddling: muteC.meddling })];
  const noteId = await firstNote(a, stage, "one</p><p>two");
  await a.write(noteId, (content) => content.replace("one", "of a"));
  await a.sync();
  await stage.minutes(1);
  await b.write(noteId, (content) => content.replace("one", "of b"));
  muteB.isOn = true;
  await b.sync();
  const [conflict] = b.device.conflicts?.store.getState().conflicts ?? [];
  await b.device.command((_notes, { conflicts }) => conflicts.resolve(conflict?.id ?? "", "keep_cloud"));
  await stage.minutes(1);
  await c.write(noteId, (content) => content.replace("one", "of c"));
  muteC.isOn = true;
  await c.sync();
  await stage.minutes(1);
  return { noteId, a, b, c, muteB, muteC };
}

/** §6.3: if the drive does not accept the copy of what a merge dropped, the merge is not sent either. Afterwards the device is lost. */
async function copyNotTaken(stage: Stage): Promise<readonly string[]> {
  const isCopy = (request: Asked): boolean => isContent(request) && /-c[0-9a-z]{11}"/.test(request.body);
  const a = stage.enter("a");
  const b = stage.enter("b", { meddling: (request) => (isCopy(request) ? Promise.resolve(new Response("", { status: 500 })) : undefined) });
  const noteId = await firstNote(a, stage);
  await b.sync();
  await a.write(noteId, replace("of a"));
  await a.sync();
  await stage.minutes(1);
  await b.write(noteId, replace("of b"));
  await b.sync();
  b.lose();
  await stage.syncUntilIdle(3);
  return missing(await a.shown(), "of a");
}

/** A device whose content the drive refuses while `refusal.isOn`. */
function enterRefused(stage: Stage, refusal: { isOn: boolean }): Actor {
  return stage.enter("refused", {
    meddling: (request) => (refusal.isOn && isContent(request) ? Promise.resolve(new Response("", { status: 400 })) : undefined),
  });
}

/** §4.3: a device merged a file that it read, and the drive does not have the merge. The file stays, even when both devices are lost. */
async function mergeRefused(stage: Stage): Promise<readonly string[]> {
  const refusal = { isOn: false };
  // Both files still exist when the merge is made.
  const a = stage.enter("a", {
    meddling: (request) => (isTrash(request) ? Promise.resolve(new Response("", { status: 500 })) : undefined),
  });
  const b = enterRefused(stage, refusal);
  const noteId = await firstNote(a, stage);
  await b.write(noteId, add("earlier"));
  await b.sync();
  refusal.isOn = true;
  await b.write(noteId, add("of b"));
  await a.sync();
  await a.write(noteId, add("of a"));
  await a.sync();
  await b.sync();
  await stage.drive.emptyTrash(noteId);
  a.lose();
  b.lose();
  const fresh = stage.enter("fresh");
  await fresh.sync();
  return missing(await fresh.shown(), "of a");
}

/** §5: the drive may accept later what it refused once. */
async function takenLater(stage: Stage): Promise<readonly string[]> {
  const refusal = { isOn: true };
  const a = stage.enter("a");
  const b = enterRefused(stage, refusal);
  await b.create("of b");
  await b.sync();
  refusal.isOn = false;
  await days(stage, 1);
  return missing(await a.shown(), "of b");
}

/** §5: a new version of the note is sent at once and does not wait for the end of the pause. */
async function writtenWhileRefused(stage: Stage): Promise<readonly string[]> {
  const refusal = { isOn: false };
  const a = stage.enter("a");
  const b = enterRefused(stage, refusal);
  const noteId = await firstNote(a, stage);
  refusal.isOn = true;
  await b.write(noteId, add("of b"));
  await b.sync();
  refusal.isOn = false;
  await a.write(noteId, add("of a"));
  await a.sync();
  await b.sync();
  await a.sync();
  return missing(await a.shown(), "of a", "of b");
}

/** §11: a file that a note refers to and that the drive lost is sent again by a device that has its bytes. */
async function fileThrownAway(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: {}, hasFiles: true });
  const noteId = await firstNote(a, stage);
  const id = await attach(a, noteId);
  await stage.syncUntilIdle();
  if ((await stage.drive.filesOf(id)).length !== 1) return ["it was not sent"];
  await stage.drive.eraseLiving(id);
  await days(stage, 2);
  return (await stage.drive.filesOf(id)).length === 1 ? [] : ["it is not sent again"];
}

async function days(stage: Stage, count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await stage.minutes(DAY_MINUTES);
    await stage.syncUntilIdle(2);
  }
}

/** §11: a deleted note can be restored together with its file. */
async function fileOfDeletedNote(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: {}, hasFiles: true });
  const noteId = await firstNote(a, stage);
  const id = await attach(a, noteId);
  await stage.syncUntilIdle();
  await a.remove(noteId);
  await stage.syncUntilIdle();
  a.lose();
  stage.enter("fresh", { limits: {}, hasFiles: true });
  await days(stage, 4);
  return (await stage.drive.livingOf(id)).length === 1 ? [] : ["a deleted note's file is thrown away"];
}

/** §11: a device that throws a file away does not know of a note that someone writes meanwhile offline. */
async function fileReferencedLater(stage: Stage): Promise<readonly string[]> {
  const [a, b] = [stage.enter("a", { limits: {}, hasFiles: true }), stage.enter("b", { limits: {}, hasFiles: true })];
  const noteId = await firstNote(a, stage);
  const id = await attach(a, noteId);
  await a.sync();
  // All of this happens within seconds, so that no former version refers to the file.
  await stage.time.wait(5000);
  await a.write(noteId, replace("without it"));
  await stage.syncUntilIdle();
  a.lose();
  b.wire.setOnline(false);
  await b.create(linkTo(id));
  stage.enter("fresh", { limits: {}, hasFiles: true });
  await days(stage, 4);
  if ((await stage.drive.livingOf(id)).length !== 0) return ["it is not thrown away"];
  b.wire.setOnline(true);
  await days(stage, 2);
  return (await stage.drive.livingOf(id)).length === 1 ? [] : ["it stays in the trash"];
}

/** §11: a file that a merge brought into a sensitive note without the folder's seal is sealed once, by the device that is unlocked. */
async function fileMergedIn(stage: Stage): Promise<readonly string[]> {
  const { a, b, noteId, former } = await mergeFileIn(stage);
  b.device.key.unlock();
  await stage.together(a, b);
  await stage.syncUntilIdle(6);
  const copies = (await a.shown()).size - 1;
  return [...(await unsealedFiles([a, b], noteId, former)), ...(copies === 0 ? [] : [`${copies} copies`])];
}

/** §11: the device that merged dies before it could have the file, and no other device is left. */
async function deathBeforeSealing(stage: Stage): Promise<readonly string[]> {
  const { a, b, noteId, former } = await mergeFileIn(stage);
  b.lose();
  a.device.crash();
  await a.device.start();
  a.device.key.unlock();
  await stage.syncUntilIdle(2);
  return unsealedFiles([a], noteId, former);
}

/**
 * §11: a note that moves leaves behind a file that never reached the drive. A clone has put another file under the id reserved for it,
 * which must stay.
 */
async function fileIdOfClone(stage: Stage): Promise<readonly string[]> {
  let isLost = true;
  const a = stage.enter("a", {
    meddling: (request) => (isLost && isFile(request) ? Promise.reject(new TypeError("lost")) : undefined),
    limits: {},
    hasFiles: true,
  });
  await a.sync();
  await a.device.command((notes) => notes.ensureDefaultFolders());
  const [noteId, otherId] = [await firstNote(a, stage), await firstNote(a, stage, "other")];
  const clone = await stage.copy(a, "clone");
  await attach(a, noteId);
  await a.sync();
  await stage.minutes(1);
  const id = await attach(clone, otherId);
  await clone.sync();
  await stage.minutes(1);
  a.device.key.unlock();
  await a.moveIn(noteId);
  isLost = false;
  await clone.write(otherId, replace("without it"));
  await clone.sync();
  clone.lose();
  await days(stage, 4);
  return (await stage.drive.filesOf(id)).length === 1 ? [] : ["a file that no note left behind is removed for good"];
}

/**
 * §11: the note with the file moves into the Sensitive folder, and someone has linked to the file elsewhere. Only this device has its
 * bytes.
 */
async function fileReferredToUnsent(stage: Stage): Promise<readonly string[]> {
  let isLost = true;
  const a = stage.enter("a", {
    meddling: (request) => (isLost && isFile(request) ? Promise.reject(new TypeError("lost")) : undefined),
    limits: {},
    hasFiles: true,
  });
  const b = stage.enter("b");
  const { noteId, id } = await noteWithFile(a, stage);
  await b.create(linkTo(id));
  await a.moveIn(noteId);
  isLost = false;
  await stage.syncUntilIdle();
  return (await stage.drive.livingOf(id)).length === 1 ? [] : ["it is not sent"];
}

/** §11: the waiting time of a file that its note no longer refers to begins when the drive has the file, however long that took. */
async function fileSentLater(stage: Stage): Promise<readonly string[]> {
  let isLost = true;
  const a = stage.enter("a", {
    meddling: (request) => (isLost && isFile(request) ? Promise.reject(new TypeError("lost")) : undefined),
    limits: {},
    hasFiles: true,
  });
  const { noteId, id } = await noteWithFile(a, stage);
  await a.moveIn(noteId);
  await days(stage, 3);
  await stage.minutes(DAY_MINUTES - 60);
  isLost = false;
  await stage.syncUntilIdle(1);
  if ((await stage.drive.livingOf(id)).length !== 1) return ["it was not sent"];
  await stage.minutes(120);
  await stage.syncUntilIdle(1);
  return (await stage.drive.livingOf(id)).length === 1 ? [] : ["it is thrown away at once"];
}

/** §11: a file that left the trash and returned to it between two looks is not erased as if it had never left. */
async function fileBackForAMoment(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: {}, hasFiles: true });
  const { noteId, id } = await noteWithFile(a, stage);
  await a.moveIn(noteId);
  await days(stage, 2);
  const [fileId = ""] = await stage.drive.filesOf(id);
  if ((await stage.drive.livingOf(id)).length !== 0) return ["it is not thrown away"];
  await stage.drive.takeOutAndBack(fileId);
  await days(stage, 1);
  return (await stage.drive.filesOf(id)).length === 1 ? [] : ["it is removed for good"];
}

async function noteWithFile(a: Actor, stage: Stage): Promise<{ readonly noteId: string; readonly id: string }> {
  await a.sync();
  await a.device.command((notes) => notes.ensureDefaultFolders());
  const noteId = await firstNote(a, stage);
  const id = await attach(a, noteId);
  await stage.syncUntilIdle(2);
  a.device.key.unlock();
  return { noteId, id };
}

/** §11: the device that merged is lost before it could have the file, and a device that receives the merge looks for it. */
async function mergedAndGone(stage: Stage): Promise<readonly string[]> {
  const { a, noteId, former } = await mergeFileIn(stage);
  a.lose();
  const c = stage.enter("c", { limits: {}, hasFiles: true });
  await c.sync();
  c.device.key.unlock();
  await stage.syncUntilIdle(2);
  return unsealedFiles([c], noteId, former);
}

/** §11: a text that stayed open gets a link by the file's former id, although the bytes of that id have left the device. */
async function openWhileMovedIn(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: {}, hasFiles: true });
  const { noteId, id } = await noteWithFile(a, stage);
  const opened = await a.note(noteId);
  await a.moveIn(noteId);
  await stage.syncUntilIdle(2);
  const draft = { title: "Note", content: add(linkTo(id))(opened?.content ?? "") };
  await a.device.command((_notes, { sensitive }) => sensitive.save(noteId, draft, { seen: { vv: opened?.vv ?? {} } }));
  await stage.syncUntilIdle(2);
  const { entities } = await a.device.disk.view();
  const isOpen = [...entities.values()].some((entity) => entity.kind === "note" && entity.attIds.includes(id));
  return isOpen ? [`${id} keeps the vault's seal`] : [];
}

/** `a` moved the note in while `b` added a file to it. The file reached the drive only after the texts were merged. */
async function mergeFileIn(stage: Stage) {
  let isHeldUp = true;
  const a = stage.enter("a", { limits: {}, hasFiles: true });
  const b = stage.enter("b", {
    meddling: (request) => (isHeldUp && isFile(request) ? Promise.reject(new TypeError("lost")) : undefined),
    limits: {},
    hasFiles: true,
  });
  await a.sync();
  await a.device.command((notes) => notes.ensureDefaultFolders());
  const noteId = await firstNote(a, stage);
  a.device.key.unlock();
  await a.moveIn(noteId);
  const former = await attach(b, noteId);
  await stage.syncUntilIdle();
  isHeldUp = false;
  await b.sync();
  await stage.minutes(1);
  return { a, b, noteId, former };
}

/** Empty if all actors have the same file, sealed with the folder's key, and not the former one. */
async function unsealedFiles(actors: readonly [Actor, ...Actor[]], noteId: string, former: string): Promise<readonly string[]> {
  const files = (await Promise.all(actors.map((actor) => actor.note(noteId)))).map((note) => note?.attIds.join(" ") ?? "");
  const [id = ""] = files;
  if (files.some((ids) => ids !== id) || id === "" || id.includes(former)) return [`${former} became ${files.join(", ")}`];
  const opened = await actors[0].device.command(async (_notes, more) =>
    more.files?.attachments.open({ id, isSensitive: true, isExact: true }),
  );
  return opened?.ok === true ? [] : [`${id} does not open`];
}

const linkTo = (id: string): string => `<a data-file-id="${id}" data-file-name="file">file</a>`;

async function attach(actor: Actor, noteId: string): Promise<string> {
  const file = { bytes: Uint8Array.of(1, 2, 3), fileName: "file", mimeType: "application/octet-stream" };
  const options = { use: "file", isSensitive: false, noteId: null } as const;
  await actor.device.start();
  const added = await actor.device.command(async (_notes, { files }) => files?.attachments.add(file, options));
  if (added?.ok !== true) throw new Error("nothing was attached");
  const { id } = added.value;
  await actor.write(noteId, add(linkTo(id)));
  return id;
}

async function differences(actors: readonly Actor[]): Promise<readonly string[]> {
  const views = await Promise.all(actors.map(async (actor) => JSON.stringify([...(await actor.shown())].sort())));
  return views.filter((view) => view !== views[0]);
}
