import { ok } from "@satchel/core/model/result.ts";
import { describe, expect, it } from "vitest";
import { createImageCompressor } from "./content-workers.ts";
import type { StartedWorker } from "./worker-client.ts";

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
  readonly asked: unknown[] = [];
  postMessage(ask: unknown): void {
    this.asked.push(ask);
  }
  terminate(): void {}
}

function setup() {
  const workers: HandMadeWorker[] = [];
  const compressor = createImageCompressor(() => {
    const worker = new HandMadeWorker();
    workers.push(worker);
    return worker as unknown as StartedWorker;
  });
  const say = (data: object): void => void workers.at(-1)?.dispatchEvent(new MessageEvent("message", { data }));
  return { compressor, workers, say };
}

describe("A9 the client of the image worker", () => {
  it("starts one worker with the first image", async () => {
    const { compressor, workers, say } = setup();
    expect(workers).toHaveLength(0);
    const shares: number[] = [];
    const first = compressor.compress(new Blob(["1"]), (share) => shares.push(share));
    const second = compressor.compress(new Blob(["2"]), () => undefined);
    say({ kind: "answer", turn: 0 });
    say({ kind: "progress", turn: 1, value: 0.5 });
    say({ kind: "answer", turn: 2, value: ok(image) });
    say({ kind: "answer", turn: 1, value: ok({ ...image, originalSize: 9 }) });
    expect([await first, await second]).toEqual([ok({ ...image, originalSize: 9 }), ok(image)]);
    expect(shares).toEqual([0.5]);
    expect(workers).toHaveLength(1);
  });

  it("rejects pending calls when the worker crashes, and restarts for later ones", async () => {
    const { compressor, workers, say } = setup();
    const broken = compressor.compress(new Blob(["1"]), () => undefined);
    workers[0]?.dispatchEvent(new Event("error"));
    expect(await broken).toEqual({ ok: false, problem: { kind: "image-worker-failed" } });
    const later = compressor.compress(new Blob(["2"]), () => undefined);
    say({ kind: "answer", turn: 1, value: ok(image) });
    expect((await later).ok).toBe(true);
    expect(workers).toHaveLength(2);
  });
});
