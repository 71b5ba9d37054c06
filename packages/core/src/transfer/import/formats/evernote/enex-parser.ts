/**
 * Parses an Evernote export as a stream. Only one piece of a resource is in memory at a time. Broken XML loses only the broken part; its
 * note is returned with the rest. Stateful; used by read-enex.ts only.
 */
import { Parser } from "htmlparser2";
import { decodeBase64 } from "../../../exchange/base64.ts";
import type { ByteCollector } from "../../model/import-source.ts";

export type EnexNote = {
  /** The note's elements by name, including those of `note-attributes`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly tags: readonly string[];
  readonly tasks: readonly ReadonlyMap<string, string>[];
  readonly resources: readonly { readonly index: number; readonly mimeType: string; readonly fileName: string }[];
  /** True if the export ended inside this note. */
  readonly isCutOff: boolean;
  readonly isContentCut: boolean;
};

export type EnexEvent =
  | { readonly kind: "resource"; readonly index: number; readonly found: ReturnType<ByteCollector["finish"]> }
  | { readonly kind: "note"; readonly note: EnexNote };

type Open = {
  readonly fields: Map<string, string>;
  readonly tags: string[];
  readonly tasks: Map<string, string>[];
  readonly resources: { index: number; mimeType: string; fileName: string }[];
  isContentCut: boolean;
};

const MAX_FIELD_CHARS = 200_000_000;
const KEPT_OF_RESOURCE: ReadonlySet<string> = new Set(["mime", "file-name"]);

export class EnexParser {
  readonly #parser: Parser;
  readonly #collect: () => ByteCollector;
  #events: EnexEvent[] = [];
  #note: Open | undefined;
  #task: Map<string, string> | undefined;
  #resource: Map<string, string> | undefined;
  #data: { readonly collector: ByteCollector; readonly decode: ReturnType<typeof decodeBase64> } | undefined;
  #parts: string[] = [];
  #chars = 0;
  #isData = false;
  #resourceCount = 0;
  /** `hasRoot`: the root element was seen; `isClosed`: it was closed. */
  hasRoot = false;
  isClosed = false;

  constructor(collect: () => ByteCollector) {
    this.#collect = collect;
    this.#parser = new Parser(
      {
        onopentag: (name) => this.#open(name),
        ontext: (text) => this.#text(text),
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
      },
      { xmlMode: true },
    );
  }

  write(text: string): readonly EnexEvent[] {
    this.#parser.write(text);
    return this.#take();
  }

  end(): readonly EnexEvent[] {
    this.#parser.end();
    this.#endNote(true);
    return this.#take();
  }

  #take(): readonly EnexEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #open(name: string): void {
    this.#parts = [];
    this.#chars = 0;
    if (name === "en-export") this.hasRoot = true;
    else if (name === "note") {
      this.#endNote(true);
      this.#note = { fields: new Map(), tags: [], tasks: [], resources: [], isContentCut: false };
    } else if (name === "task") this.#task = new Map();
    else if (name === "resource") this.#resource = new Map();
    else if (name === "data" && this.#resource !== undefined) {
      this.#isData = true;
      this.#data = { collector: this.#collect(), decode: decodeBase64() };
    }
  }

  #text(text: string): void {
    if (this.#isData) this.#data?.collector.write(this.#data.decode.write(text));
    else if (this.#chars + text.length <= MAX_FIELD_CHARS) {
      this.#chars += text.length;
      this.#parts.push(text);
    } else if (this.#note !== undefined) this.#note.isContentCut = true;
  }

  #close(name: string, isImplied: boolean): void {
    if (name === "en-export") this.isClosed = !isImplied;
    else if (name === "note") this.#endNote(isImplied);
    else if (name === "data") this.#isData = false;
    else if (name === "resource") this.#endResource();
    else if (name === "task") this.#endTask();
    else this.#endField(name);
    this.#parts = [];
    this.#chars = 0;
  }

  #endField(name: string): void {
    const text = this.#parts.join("");
    if (this.#resource !== undefined) {
      if (KEPT_OF_RESOURCE.has(name)) this.#resource.set(name, text.trim());
    } else if (this.#task !== undefined) this.#task.set(name, text.trim());
    else if (name === "tag") this.#note?.tags.push(text.trim());
    else if (text.trim() !== "") this.#note?.fields.set(name, name === "content" ? text : text.trim());
  }

  #endTask(): void {
    if (this.#task !== undefined) this.#note?.tasks.push(this.#task);
    this.#task = undefined;
  }

  #endResource(): void {
    const [resource, data] = [this.#resource, this.#data];
    this.#resource = undefined;
    this.#data = undefined;
    this.#isData = false;
    if (resource === undefined || this.#note === undefined) return;
    const index = this.#resourceCount++;
    this.#note.resources.push({ index, mimeType: resource.get("mime") ?? "", fileName: resource.get("file-name") ?? "" });
    // A resource without data counts as an empty file. The next resource may begin before this event is read.
    this.#events.push({ kind: "resource", index, found: (data?.collector ?? this.#collect()).finish() });
  }

  #endNote(isCutOff: boolean): void {
    if (this.#note === undefined) return;
    if (this.#resource !== undefined) this.#endResource();
    if (isCutOff && this.#parts.length > 0 && !this.#note.fields.has("content")) this.#note.fields.set("content", this.#parts.join(""));
    this.#events.push({ kind: "note", note: { ...this.#note, isCutOff } });
    this.#note = undefined;
    this.#task = undefined;
  }
}
