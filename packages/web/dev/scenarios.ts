/** States worth looking at, each as services in memory. */
import type { FolderEntity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import type { MemoryServices } from "../src/app/testing/memory-services.ts";
import { ADA, createMemoryServices, type MemoryOptions, SIGNED_IN } from "../src/app/testing/memory-services.ts";

const KEY = ["7K3M", "9Q2X", "R4TV", "0B8N", "H6WD", "2JZP", "F5CY", "8MEA", "XK1G"];
/** A fixed afternoon, so that images do not change from day to day. */
const NOW = Date.parse("2026-11-19T15:10:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const READING = `<p>Annie Dillard, <a href="https://example.org">Pilgrim at Tinker Creek</a>. Start with the chapter on seeing; then the essay on weasels, which is shorter than one remembers and <mark>better than one remembers</mark>.</p><h2>On the shelf</h2><ul><li><p>The Peregrine, J. A. Baker</p></li><li><p>A Time of Gifts, Patrick Leigh Fermor</p></li><li><p>The Living Mountain, Nan Shepherd</p></li></ul><blockquote><p>One never quite knows the mountain, nor oneself in relation to it.</p></blockquote><p>Ask at the library about the 1977 edition; the catalogue number is <code>PR6069.H45</code>. Photographs of the margins are in the file below.</p>`;

type Sync = "drive" | "here" | "needs-you";
type Row = readonly [title: string, text: string, agoMs: number, sync: Sync, folder?: string];

const ROWS: readonly Row[] = [
  ["Reading list, winter", READING, HOUR, "here"],
  [
    "Tide tables and the long walk to Sandeel Point",
    "<p>High water 06:41, low 12:58. Leave the car at the old lifeboat house, be past the second groyne before one.</p>",
    4 * HOUR,
    "drive",
    "f-field",
  ],
  ["日本語の勉強ノート", "<p>助詞「は」と「が」の違い。主題と主語。例文を十個書いて、声に出して読む。</p>", DAY, "drive"],
  [
    "Sourdough, eleventh attempt",
    "<p>Hydration 78 %. Bulk at 24 °C until it has risen by two thirds, not doubled. Cold proof overnight, bake from the fridge.</p>",
    DAY + HOUR,
    "needs-you",
    "f-recipes",
  ],
  [
    "Thesis: chapter 4, what the archive leaves out and who decided it",
    "<p>The ledgers stop in March 1847. Whoever kept them after that kept them elsewhere, or did not think them worth keeping.</p>",
    2 * DAY,
    "drive",
    "f-thesis",
  ],
  [
    "Kitchen measurements",
    "<p>Window 118 × 94. Worktop 61 deep. The wall behind the cooker is 4 mm out over a metre.</p>",
    4 * DAY,
    "here",
  ],
  ["ملاحظات السفر", "<p>الحافلة رقم ١٢ تغادر عند السابعة صباحاً من الميدان القديم.</p>", 6 * DAY, "drive"],
  [
    "Call with the allotment society",
    "<p>Plot 14b is ours from March. Water is turned off until the frosts are over. Bring the old key.</p>",
    8 * DAY,
    "drive",
  ],
  ["Letters to answer", "<p>Miriam (the photographs). The council, again. Ferdinand, who wants the bicycle back.</p>", 11 * DAY, "drive"],
];

function folder(id: string, name: string, color: string, order: number, type: FolderEntity["folderType"] = "CUSTOM"): FolderEntity {
  return {
    kind: "folder",
    id,
    name,
    description: "",
    color,
    folderType: type,
    displayOrder: order,
    isDefault: type !== "CUSTOM",
    mergedInto: null,
    vv: { d: order },
    alive: { d: order },
    createdAt: order,
    mtime: order,
  };
}

const FOLDERS = [
  folder("folder-pinned-1", "Pinned", "#FFD700", 1, "PINNED"),
  folder("folder-sensitive-1", "Sensitive", "#DC2626", 2, "SENSITIVE"),
  folder("f-field", "Field notes", "#3B82F6", 3),
  folder("f-recipes", "Recipes", "#F97316", 4),
  folder("f-thesis", "Thesis", "#8B5CF6", 5),
  folder("f-garden", "Garden", "#22C55E", 6),
];

function fillDisk(rows: readonly Row[]): MemoryDisk {
  const disk = new MemoryDisk("d");
  for (const one of FOLDERS) disk.entities.set(one.id, one);
  rows.forEach(([title, content, agoMs, sync, folderId], index) => {
    const ctr = 100 + index;
    const id = `note-${ctr}-x`;
    const note: NoteEntity = {
      kind: "note",
      id,
      title,
      content,
      folderId: folderId ?? null,
      isEncrypted: false,
      attachments: [],
      attIds: [],
      vv: { d: ctr },
      alive: { d: ctr },
      createdAt: NOW - agoMs - 16 * DAY,
      mtime: NOW - agoMs,
    };
    disk.entities.set(id, note);
    if (sync === "drive") {
      disk.remote.set(`file-${index}`, {
        fileId: `file-${index}`,
        id,
        kind: "note",
        vv: { d: ctr },
        owner: "d",
        trashed: false,
        superseded: false,
        role: "notes",
        version: 1,
        md5: vectorKey({ d: ctr }),
        trusted: true,
      });
    }
    if (sync === "needs-you") disk.attempts.set(id, { id, count: 3, problem: "storage-full", atMs: NOW, parked: true });
  });
  disk.meta = { ...disk.meta, ctr: 1000 };
  return disk;
}

const many: readonly Row[] = Array.from({ length: 10_000 }, (_, index) => {
  const [title, text, , sync, where] = ROWS[index % ROWS.length] as Row;
  return [`${title} ${index + 1}`, text, index * HOUR, sync, where] as Row;
});

const LONG_TITLE = "A title that somebody pasted from somewhere and that goes on ".repeat(5).slice(0, 255);

const CONNECTED = { kind: "connected", label: "Google Drive", email: ADA.email, isConfigured: true, isManaged: false } as const;

const SCENARIOS: Readonly<Record<string, () => MemoryOptions>> = {
  "signed-out": () => ({}),
  onboarding: () => ({
    session: { kind: "signed-in", user: { ...ADA, needsOnboarding: true }, vault: "open", vaultId: "v", hasPendingRecoveryKey: true },
    connection: { kind: "none", label: "Google Drive", isConfigured: true, isManaged: false },
    recoveryKey: KEY,
  }),
  "onboarding-soon": () => ({
    session: { kind: "signed-in", user: { ...ADA, needsOnboarding: true }, vault: "open", vaultId: "v", hasPendingRecoveryKey: false },
    connection: { kind: "none", isConfigured: false, isManaged: false },
    preferences: { onboarding_selectedPlan: "free" },
  }),
  "onboarding-done": () => ({
    session: { kind: "signed-in", user: { ...ADA, needsOnboarding: true }, vault: "open", vaultId: "v", hasPendingRecoveryKey: true },
    connection: CONNECTED,
    recoveryKey: KEY,
    preferences: { onboarding_selectedPlan: "free" },
  }),
  empty: () => ({ session: SIGNED_IN }),
  library: () => ({ session: SIGNED_IN, disk: fillDisk(ROWS) }),
  many: () => ({ session: SIGNED_IN, disk: fillDisk(many) }),
  "long-title": () => ({ session: SIGNED_IN, disk: fillDisk([[LONG_TITLE, READING, HOUR, "here", "f-field"], ...ROWS]) }),
  local: () => ({ session: { kind: "signed-out" }, localMode: true, disk: fillDisk(ROWS) }),
  expired: () => ({
    session: SIGNED_IN,
    disk: fillDisk(ROWS),
    connection: { ...CONNECTED, kind: "expired" },
    sync: { phase: "waiting", problem: { kind: "access-expired" }, unreadableCount: 2 },
  }),
  pending: () => ({
    session: { ...SIGNED_IN, hasPendingRecoveryKey: true } as never,
    disk: fillDisk(ROWS),
    recoveryKey: KEY,
    updateWaiting: true,
    device: { storage: "may-be-cleared" },
  }),
};

export async function openScenario(name: string, theme: string): Promise<MemoryServices> {
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  const options = scenario();
  return createMemoryServices({ now: () => NOW, ...options, preferences: { ...options.preferences, theme } });
}
