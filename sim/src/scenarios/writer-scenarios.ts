/** Copies of one database, and one that is set back: each process writes under a name of its own. sync.md §2 and §4.5, decision 0041. */
import type { Stage } from "./stage.ts";

type Play = (stage: Stage) => Promise<readonly string[]>;

const add = (text: string) => (content: string) => `${content}<p>${text}</p>`;

export const WRITER_SCENARIOS: readonly { readonly name: string; readonly play: Play }[] = [
  { name: "a machine copied with its memory", play: copiedWithMemory },
  { name: "three copies of one disk at once", play: threeCopies },
  { name: "a disk set back by a commit", play: setBackByOne },
  { name: "written as it is deleted for good", play: writtenWhileErased },
];

/** Both machines write under the same name and count, and a third device reads the texts of both. */
async function copiedWithMemory(stage: Stage): Promise<readonly string[]> {
  const first = stage.enter("first");
  const other = stage.enter("other");
  const noteId = await first.create("start");
  await stage.syncUntilIdle();
  const second = await stage.copyWithMemory(first, "second");
  await first.write(noteId, add("of the first"));
  await second.write(noteId, add("of the second"));
  await first.sync();
  await other.sync();
  await second.sync();
  await other.sync();
  await stage.syncUntilIdle();
  return missingOn(stage, "of the first", "of the second");
}

/** The original edits on; a copy is further by count, and a third device has merged the two before either reads the other. */
async function threeCopies(stage: Stage): Promise<readonly string[]> {
  const first = stage.enter("first");
  const other = stage.enter("other");
  const noteId = await first.create("start");
  await stage.syncUntilIdle();
  const copies = [await stage.copy(first, "second"), await stage.copy(first, "third")];
  await first.write(noteId, add("of the first"));
  await first.write(noteId, add("more of it"));
  for (const copy of copies) await copy.write(noteId, add(`of the ${copy.device.name}`));
  for (const actor of [...copies, first]) {
    await actor.sync();
    await other.sync();
    await other.write(noteId, add(`seen of the ${actor.device.name}`));
    await other.sync();
  }
  await stage.syncUntilIdle();
  return missingOn(stage, "of the first", "more of it", "of the second", "of the third", "seen of the first", "seen of the third");
}

/** A text that was sent before the disk was set back stays, though the same database gives its next edit the same number. */
async function setBackByOne(stage: Stage): Promise<readonly string[]> {
  const first = stage.enter("first");
  const other = stage.enter("other");
  const noteId = await first.create("start");
  await stage.syncUntilIdle();
  const image = await first.device.disk.copy();
  await first.write(noteId, add("before"));
  await first.sync();
  await first.device.setBackTo(image);
  await first.write(noteId, add("after"));
  await first.sync();
  await other.sync();
  await stage.syncUntilIdle();
  return missingOn(stage, "before", "after");
}

/** A copy of the database writes into its file, which is in the trash, just before the first device deletes that file, and is lost then. */
async function writtenWhileErased(stage: Stage): Promise<readonly string[]> {
  let fileId: string | undefined;
  let writeIntoFile = async (): Promise<void> => {};
  // Six characters, as in every label. They tell which files belong to the device.
  const first = stage.enter("laptop", {
    meddling: ({ method, url }, send) => {
      const isAboutFile = fileId !== undefined && url.includes(`/files/${fileId}`);
      if (!isAboutFile || method === "PATCH") return undefined;
      const write = writeIntoFile;
      writeIntoFile = async () => {};
      return write().then(send);
    },
  });
  const noteId = await first.create("start");
  await stage.syncUntilIdle();
  const second = await stage.copy(first, "second");
  const other = stage.enter("other");
  await stage.syncUntilIdle();
  await second.write(noteId, add("of the second"));
  await second.sync();
  await first.sync();
  fileId = (await stage.drive.livingOf(noteId))[0];
  await other.sync();
  await other.write(noteId, add("of the other"));
  await other.sync();
  await stage.syncUntilIdle();
  writeIntoFile = async () => {
    await second.write(noteId, add("at the last moment"));
    await second.sync();
    second.lose();
  };
  for (let day = 0; day < 2; day += 1) {
    await stage.minutes(25 * 60);
    await first.sync();
  }
  await stage.syncUntilIdle();
  return missingOn(stage, "of the second", "of the other", "at the last moment");
}

async function missingOn(stage: Stage, ...texts: readonly string[]): Promise<readonly string[]> {
  const fresh = stage.enter("fresh");
  await fresh.sync();
  const shown = [...(await fresh.shown()).values()];
  return texts.filter((text) => !shown.some((content) => content.includes(text))).map((text) => `lost ${text}`);
}
