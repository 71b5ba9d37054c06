import { ok } from "@satchel/core/model/result.ts";
import { describe, expect, it } from "vitest";
import { createImageCompressor, type ImageWorker } from "./create-image-compressor.ts";
import type { CompressAnswer, CompressAsk } from "./image-messages.ts";

const image = {
  dataUrl: "data:image/jpeg;base64,AA==",
  originalSize: 2,
  compressedSize: 1,
  compressionRatio: 0.5,
  dimensions: { width: 1, height: 1 },
  shownDimensions: { width: 1, height: 1 },
  wasCompressed: true,
};

class HandMadeWorker extends EventTarget {
  readonly asked: CompressAsk[] = [];
  postMessage(ask: CompressAsk): void {
    this.asked.push(ask);
  }
  terminate(): void {}
}

function setup() {
  const workers: HandMadeWorker[] = [];
  const compressor = createImageCompressor(() => {
    const worker = new HandMadeWorker();
    workers.push(worker);
    return worker as unknown as ImageWorker;
  });
  const say = (data: CompressAnswer): void => void workers.at(-1)?.dispatchEvent(new MessageEvent("message", { data }));
  return { compressor, workers, say };
}

describe("A9 the picture worker's door", () => {
  it("starts nothing before the first picture, and one worker for all", async () => {
    const { compressor, workers, say } = setup();
    expect(workers).toHaveLength(0);
    const shares: number[] = [];
    const first = compressor.compress(new Blob(["1"]), (share) => shares.push(share));
    const second = compressor.compress(new Blob(["2"]), () => undefined);
    say({ isHere: true });
    say({ turn: 1, share: 0.5 });
    say({ turn: 2, result: ok(image) });
    say({ turn: 1, result: ok({ ...image, originalSize: 9 }) });
    expect([await first, await second]).toEqual([ok({ ...image, originalSize: 9 }), ok(image)]);
    expect(shares).toEqual([0.5]);
    expect(workers).toHaveLength(1);
  });

  it("fails what waited when the worker breaks, and starts another for what comes later", async () => {
    const { compressor, workers, say } = setup();
    const broken = compressor.compress(new Blob(["1"]), () => undefined);
    workers[0]?.dispatchEvent(new Event("error"));
    expect(await broken).toEqual({ ok: false, problem: { kind: "image-worker-failed" } });
    const later = compressor.compress(new Blob(["2"]), () => undefined);
    say({ turn: 2, result: ok(image) });
    expect((await later).ok).toBe(true);
    expect(workers).toHaveLength(2);
  });
});
