import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entity, isSealed, type NoteEntity } from "../model/entities/entity.ts";
import { SealedTexts, toSealed } from "../model/entities/parsing/sealed-texts.ts";
import type { VersionVector } from "../model/entities/version-vector.ts";
import type { Base, WritingMeta } from "../ports/device/local-store.ts";
import { MemoryDisk } from "../testing/memory-local-store.ts";
import { toWriting } from "../testing/test-writers.ts";
import { toBase } from "./bases.ts";
import { integrate } from "./integrate.ts";
import { hasEqualValues } from "./merge.ts";

const META: WritingMeta = { ...toWriting(new MemoryDisk("me").meta), ctr: 20 };

function note(vv: VersionVector, content: string, more: Partial<NoteEntity> = {}): NoteEntity {
  const times = { createdAt: 1, mtime: Object.values(vv).reduce((sum, counter) => sum + counter, 0) };
  const values = { title: "Tide", content, folderId: null, isEncrypted: false, attachments: [], attIds: [] };
  return { kind: "note", id: "note-1", vv, alive: vv, ...times, ...values, ...more };
}

const hidden = (vv: VersionVector, seal: string): NoteEntity => toSealed(note(vv, "", { folderId: "sensitive" }), seal);

type Side = { readonly mine: NoteEntity; readonly bases?: readonly Base[]; readonly meta?: WritingMeta; readonly texts?: SealedTexts };

function take(theirs: NoteEntity, { mine, bases = [], meta = META, texts = new SealedTexts(true) }: Side) {
  return integrate(theirs, { mine, bases, copyOf: () => undefined }, { meta, texts });
}

/** Repeats the plan with the texts it asks for, like an unlocked folder. */
function unlocked(texts: Readonly<Record<string, string>>, plan: (texts: SealedTexts) => unknown): SealedTexts {
  const known = new SealedTexts(false);
  for (;;) {
    plan(known);
    const wanted = known.takeWanted();
    if (wanted.length === 0) return known;
    for (const one of wanted) {
      if (one.kind === "open") known.keepText(one.key, { title: "Tide", content: texts[one.sealed] ?? "", attachments: [] });
      else known.keepSeal(one.key, `sealed(${one.text.title}: ${one.text.content})`);
    }
  }
}

describe("encryption.md 3.5 (9) sealed versions", () => {
  const base = toBase(hidden({ a: 1 }, "s1"));
  const mine = hidden({ a: 1, b: 1 }, "s2");
  const theirs = hidden({ a: 1, c: 1 }, "s3");
  const texts = { s1: "<p>one</p><p>two</p>", s2: "<p>ONE</p><p>two</p>", s3: "<p>one</p><p>TWO</p>" };

  it("blocks the merge of two texts while the folder is locked", () => {
    expect(take(theirs, { mine, bases: [base] })).toMatchObject({ outcome: "waits", writes: {} });
  });

  it("merges them once unlocked, and writes no unencrypted text", () => {
    const known = unlocked(texts, (asked) => take(theirs, { mine, bases: [base], texts: asked }));

    const { entities, outcome } = take(theirs, { mine, bases: [base], texts: known });

    expect(outcome).toBe("merged");
    expect(entities).toMatchObject([{ title: "", content: "", isEncrypted: true, sealed: "sealed(Tide: <p>ONE</p><p>TWO</p>)" }]);
  });

  it("keeps the bytes of a text that both sides have", () => {
    const same = { s2: "<p>same</p>", s3: "<p>same</p>" };
    const known = unlocked(same, (asked) => take(theirs, { mine, texts: asked }));

    const [here] = take(theirs, { mine, texts: known }).entities;
    const [there] = take(mine, { mine: theirs, texts: known }).entities;

    expect(here).toEqual(there);
  });

  it("makes a note with a sensitive side sensitive, in that side's folder", () => {
    const clear = note({ a: 1, c: 1 }, "<p>one</p><p>TWO</p>", { folderId: "recipes" });
    const known = unlocked(texts, (asked) => take(clear, { mine, bases: [base], texts: asked }));

    const { entities, writes } = take(clear, { mine, bases: [base], texts: known });

    expect(entities).toMatchObject([{ isEncrypted: true, folderId: "sensitive", content: "" }]);
    expect(JSON.stringify(writes.bases)).not.toContain('content":"<p>');
  });

  it("seals the copy of an unencrypted side, which replaces the open copy", () => {
    const clear = note({ a: 1, c: 1 }, "<p>other</p>");
    const known = unlocked(texts, (asked) => take(clear, { mine: hidden({ a: 1, b: 5 }, "s2"), texts: asked }));

    const { entities } = take(clear, { mine: hidden({ a: 1, b: 5 }, "s2"), texts: known });

    expect(entities).toMatchObject([{ title: "", isEncrypted: true, sealed: "sealed(Tide (Cloud Copy): <p>other</p>)" }, { sealed: "s2" }]);
    expect(Object.values(entities[0]?.vv ?? {})).toEqual([2]);
  });

  it("seals open bases beside a sealed note, or drops them while locked", () => {
    const open = toBase(note({ a: 1 }, "<p>one</p>"));
    const was = note({ a: 1 }, "<p>one</p>");
    const known = unlocked(texts, (asked) => take(theirs, { mine: was, bases: [open], texts: asked }));

    expect(take(theirs, { mine: was, bases: [open] }).writes.forgetBases).toContainEqual({ id: "note-1", vvKey: open.vvKey });
    expect(take(theirs, { mine: was, bases: [open], texts: known }).writes.bases).toMatchObject([
      { entity: { sealed: "s3" } },
      { vvKey: open.vvKey, entity: { content: "", sealed: "sealed(Tide: <p>one</p>)" } },
    ]);
  });
});

describe("sync.md §6.2 merges across the border of the Sensitive folder", () => {
  const READ = { s1: "<p>one</p>", s2: "<p>one</p><p>two</p>", s3: "<p>ONE</p>" };
  const version = (vv: VersionVector) =>
    fc
      .record({
        seal: fc.constantFrom(undefined, "s1", "s2", "s3"),
        content: fc.constantFrom(...Object.values(READ)),
        folderId: fc.constantFrom(null, "recipes"),
        isDeleted: fc.boolean(),
        mtime: fc.integer({ min: 1, max: 3 }),
      })
      .map(({ seal, content, isDeleted, ...more }): NoteEntity => {
        const rest = { mtime: more.mtime, ...(isDeleted ? { alive: {} } : {}) };
        return seal === undefined ? note(vv, content, { ...more, ...rest }) : { ...hidden(vv, seal), ...rest };
      });
  const known = fc.option(version({ a: 1 }), { nil: undefined });
  const meeting = fc.record({ one: version({ a: 1, b: 1 }), other: version({ a: 1, c: 1 }), known, isLocked: fc.boolean() });

  function met({ one, other, known, isLocked }: Meeting): readonly [Met, Met] {
    const side = (mine: NoteEntity): Side => ({ mine, bases: known === undefined ? [] : [toBase(known)] });
    const plan = (texts: SealedTexts) => [take(other, { ...side(one), texts }), take(one, { ...side(other), texts })] as const;
    return plan(isLocked ? new SealedTexts(true) : unlocked(READ, plan));
  }

  it("mark exactly the sealed notes as sensitive", () => {
    fc.assert(
      fc.property(meeting, (asked) => {
        for (const { entities, writes } of met(asked)) {
          for (const entity of entities) expect(bordersOf(entity)).toEqual(bordersOf(entity).map(() => isSealed(entity)));
          const isHidden = entities.some((entity) => entity.id === "note-1" && isSealed(entity));
          if (isHidden) expect(writes.bases?.filter(({ entity }) => !isSealed(entity))).toEqual([]);
        }
      }),
    );
  });

  it("agree on both sides, and wait only if a seal cannot be opened", () => {
    fc.assert(
      fc.property(meeting, (asked) => {
        const [here, there] = met(asked);
        const { one, other, isLocked } = asked;
        const mustOpen = one.sealed !== other.sealed;

        expect([here.outcome, there.outcome]).toEqual(isLocked && mustOpen ? ["waits", "waits"] : ["merged", "merged"]);
        for (const [at, entity] of here.entities.entries()) expect(hasEqualValues(entity, there.entities[at] as Entity)).toBe(true);
        expect(here.entities.length).toBe(there.entities.length);
        for (const entity of here.entities) expect(isSealed(entity)).toBe(isSealed(one) || isSealed(other));
      }),
    );
  });
});

type Met = ReturnType<typeof integrate>;
type Meeting = {
  readonly one: NoteEntity;
  readonly other: NoteEntity;
  readonly known: NoteEntity | undefined;
  readonly isLocked: boolean;
};

function bordersOf(entity: Entity): readonly boolean[] {
  return entity.kind === "note" ? [entity.isEncrypted, entity.folderId === "sensitive", entity.content === ""] : [];
}
