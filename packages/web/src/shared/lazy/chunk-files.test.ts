import { afterEach, describe, expect, it, vi } from "vitest";
import { importChunk } from "./chunk-files.ts";

/** Each test uses new file names, because a loaded file is not requested again. */
let files = 0;
const fileCalled = (ending: string): string => {
  files += 1;
  return `assets/part-${files}.${ending}`;
};
const linkTo = (file: string) => document.head.querySelector(`link[href="/${file}"]`);

/** The network responds with these status codes, one after the other. */
function answering(...statuses: readonly number[]) {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (url: unknown) => {
    asked.push(url);
    return new Response("", { status: statuses[asked.length - 1] ?? 200 });
  });
  return asked;
}

describe("the files of a chunk", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "userAgentData");
  });

  it("fetches files once before import, in browsers that never repeat a failed request", async () => {
    const file = fileCalled("js");
    const asked = answering(502);
    let imported = 0;
    const load = async () => {
      imported += 1;
      return "part";
    };
    await expect(importChunk(load, [file])).rejects.toThrow("502");
    expect(imported).toBe(0);

    expect(await importChunk(load, [file])).toBe("part");
    expect(await importChunk(load, [file])).toBe("part");
    expect(asked).toEqual([`/${file}`, `/${file}`]);
  });

  it("fetches and imports at once, in browsers that repeat a failed request", async () => {
    Object.assign(navigator, { userAgentData: {} });
    const file = fileCalled("js");
    const asked = answering();

    expect(await importChunk(async () => "part", [file])).toBe("part");
    expect(linkTo(file)?.getAttribute("rel")).toBe("modulepreload");
    expect(asked).toEqual([]);
  });

  it("waits for its styles before rendering, and links them again after a failure", async () => {
    const file = fileCalled("css");
    const load = async () => "part";
    const first = importChunk(load, [file]);
    linkTo(file)?.dispatchEvent(new Event("error"));
    await expect(first).rejects.toThrow("did not come");
    expect(linkTo(file)).toBeNull();

    const second = importChunk(load, [file]);
    linkTo(file)?.dispatchEvent(new Event("load"));
    expect(await second).toBe("part");
  });

  it("does not fetch styles that came with the page", async () => {
    const file = fileCalled("js");
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/${file}` }));
    const asked = answering();
    await importChunk(async () => "part", [file]);
    expect(asked).toEqual([]);
  });
});
