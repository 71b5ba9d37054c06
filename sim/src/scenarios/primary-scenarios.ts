/** Step-by-step runs about primary packs, which hold notes that have no file of their own. sync.md §8, decision 0037. */
import type { Actor, Asked, Meddling, Stage } from "./stage.ts";

const PACKING = { primaryFrom: 2 };
const COUNT = 6;

const isPrimary = ({ method, body }: Asked): boolean => method === "POST" && body.includes('"k":"primary"');

export const PRIMARY_SCENARIOS = [
  { name: "packs are all there is", play: packsOnly },
  { name: "packs: death at any commit", play: deathAtAnyCommit },
  { name: "packs: an answer is lost, and the feed lags", play: answerLost },
  { name: "packs: thrown away by hand", play: thrownAway },
  { name: "packs: two devices send and remove at the same moment", play: removedAtOnce },
  { name: "packs: everything but one note is edited", play: allButOneEdited },
  { name: "packs: one note is deleted for good", play: onePurged },
  { name: "packs: a file in clear comes back beside one", play: clearBesidePack },
] as const;

async function createSome(actor: Actor, name: string, count = COUNT): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (let at = 0; at < count; at += 1) {
    const text = `${name} ${at};`;
    made.set(await actor.create(text), text);
  }
  return made;
}

/** Once every other device is lost, a new device has each text exactly once. */
async function judge(stage: Stage, gone: readonly Actor[], texts: Iterable<string>): Promise<readonly string[]> {
  for (const actor of gone) actor.lose();
  const fresh = stage.enter(`fresh${stage.time.now()}`, { limits: PACKING });
  await fresh.sync();
  await fresh.sync();
  const shown = [...(await fresh.shown()).values()];
  const failures = [...texts].flatMap((text) => {
    const times = shown.filter((content) => content.includes(text)).length;
    return times === 1 ? [] : [`${text} ${times} times`];
  });
  fresh.lose();
  return failures;
}

async function packsOnly(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: PACKING });
  const made = await createSome(a, "one");
  await stage.syncUntilIdle(2);
  const files = await Promise.all([...made.keys()].map((id) => stage.drive.filesOf(id)));
  const inFiles = files.flat().length === 0 ? [] : ["some have a file"];
  return [...inFiles, ...(await judge(stage, [a], made.values()))];
}

async function deathAtAnyCommit(stage: Stage): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let point = 1; point <= 24; point += 1) {
    const a = stage.enter(`a${point}`, { limits: PACKING });
    await a.sync();
    const made = await createSome(a, `at ${point}`);
    a.device.crashAtPoint(point);
    await a.sync();
    a.device.crashAtPoint(0);
    await a.sync();
    await stage.minutes(1);
    await a.sync();
    failures.push(...(await judge(stage, [a], made.values())));
  }
  return failures;
}

/** The answer to the first pack is lost, and the feed does not report the pack while the device continues. */
async function answerLost(stage: Stage): Promise<readonly string[]> {
  let left = 1;
  const meddling: Meddling = (request, send) => {
    if (!isPrimary(request) || left === 0) return undefined;
    left -= 1;
    return send().then(() => {
      throw new TypeError("The answer was lost");
    });
  };
  stage.drive.setLag({ feedLagMs: 30 * 60_000, listLagMs: 30 * 60_000 });
  const a = stage.enter("a", { meddling, limits: PACKING });
  const made = await createSome(a, "one");
  await a.sync();
  await a.sync();
  const pending = a.device.unsettled();
  stage.drive.setLag({ feedLagMs: 0, listLagMs: 0 });
  const packs = await stage.drive.packsOf("primary");
  const failures = [
    ...(pending === "" ? [] : [`never came to rest: ${pending}`]),
    ...(packs.length === 1 ? [] : [`${packs.length} packs`]),
  ];
  return [...failures, ...(await judge(stage, [a], made.values()))];
}

/** Throwing the pack away deletes none of its notes. Any device that has the notes sends them again. */
async function thrownAway(stage: Stage): Promise<readonly string[]> {
  const [a, b] = [stage.enter("a", { limits: PACKING }), stage.enter("b", { limits: PACKING })];
  const made = await createSome(a, "one");
  await stage.syncUntilIdle(2);
  for (const id of await stage.drive.packsOf("primary")) await stage.drive.setTrashed(id, true);
  a.lose();
  await stage.syncUntilIdle(2);
  const shown = (await b.shown()).size === COUNT ? [] : ["some were deleted"];
  return [...shown, ...(await judge(stage, [b], made.values()))];
}

async function removedAtOnce(stage: Stage): Promise<readonly string[]> {
  const [a, b] = [stage.enter("a", { limits: PACKING }), stage.enter("b", { limits: PACKING })];
  const made = await createSome(a, "one");
  await stage.syncUntilIdle(2);
  for (const id of await stage.drive.packsOf("primary")) await stage.drive.setTrashed(id, true);
  stage.drive.setLag({ feedLagMs: 0, listLagMs: 0 });
  // Each device finds the pack gone and sends one of its own; then each finds the other's.
  await stage.together(a, b);
  await stage.together(a, b);
  const failures = await judge(stage, [a, b], made.values());
  return failures;
}

async function allButOneEdited(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: PACKING });
  const made = await createSome(a, "one");
  await stage.syncUntilIdle(2);
  const [first = "", ...others] = made.keys();
  for (const id of others) {
    await a.write(id, (content) => `${content}<p>more</p>`);
    await a.sync();
  }
  await stage.minutes(2);
  await stage.syncUntilIdle(3);
  const shown = (await a.shown()).has(first) ? [] : ["the first is gone"];
  return [...shown, ...(await judge(stage, [a], made.values()))];
}

async function onePurged(stage: Stage): Promise<readonly string[]> {
  const a = stage.enter("a", { limits: PACKING });
  const made = await createSome(a, "one");
  await stage.syncUntilIdle(2);
  const [gone = "", ...others] = made.keys();
  const before = await stage.drive.packsOf("primary");
  await a.remove(gone);
  await a.device.command((_notes, { trash }) => trash.purge([gone]));
  await stage.syncUntilIdle(3);
  const after = await stage.drive.packsOf("primary");
  const still = before.filter((id) => after.includes(id)).map(() => "the pack still shows what was deleted for good");
  return [
    ...still,
    ...(await judge(
      stage,
      [a],
      others.map((id) => made.get(id) ?? ""),
    )),
  ];
}

/** The note's file was erased. One device seals the note into a pack while the other sends the file again as it was. */
async function clearBesidePack(stage: Stage): Promise<readonly string[]> {
  let beforeFile: (() => Promise<unknown>) | undefined;
  const a = stage.enter("a", { limits: PACKING });
  const b = stage.enter("b", {
    limits: PACKING,
    meddling: (request, send) => {
      const before = beforeFile;
      if (before === undefined || request.method !== "POST" || !request.body.includes('"k":"note"')) return undefined;
      beforeFile = undefined;
      return before().then(send);
    },
  });
  await a.sync();
  await a.device.command((notes) => notes.ensureDefaultFolders());
  const noteId = await b.create("in clear");
  await stage.syncUntilIdle(2);
  await stage.drive.eraseLiving(noteId);
  a.device.key.unlock();
  await a.moveIn(noteId);
  await createSome(a, "beside");
  beforeFile = () => a.sync();
  await b.sync();
  const sentAgain = await stage.drive.livingOf(noteId);
  b.lose();
  await stage.syncUntilIdle(4);
  const living = await stage.drive.livingOf(noteId);
  const isTried = sentAgain.length === 1 ? [] : [`${sentAgain.length} files were sent again`];
  return [...isTried, ...sentAgain.filter((id) => living.includes(id)).map(() => "the text stays in clear")];
}
