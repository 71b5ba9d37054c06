/** Reads QR codes from the camera: with the browser's own detector where there is one, otherwise with a decoder that is loaded then. */
import { type ApprovalLink, parseApprovalLink } from "@satchel/core/vault/approval/approval-code.ts";

/** Time between two frames that are decoded, in milliseconds. */
const LOOK_MS = 200;
/** Longer side of a decoded frame, in pixels. A code that fills a third of it has about 5 pixels for a module. */
const MAX_SIDE_PX = 720;

type Read = (video: HTMLVideoElement) => Promise<string | undefined>;
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

type Listener = { readonly onLink: (link: ApprovalLink) => void; readonly onOther: () => void; readonly onFailed: () => void };

/** `CameraScanner` of shared/services.ts. */
export const cameraScanner = {
  async isThere(): Promise<boolean> {
    // Undefined on pages without https.
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
    return devices?.some(({ kind }) => kind === "videoinput") ?? false;
  },
  scan(video: HTMLVideoElement, listener: Listener): () => void {
    let isOver = false;
    let stream: MediaStream | undefined;
    const run = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
      if (isOver) return stop(stream);
      video.srcObject = stream;
      await video.play();
      const link = await findLink(video, { read: await createReader(), isOver: () => isOver, onOther: listener.onOther });
      if (link !== undefined) listener.onLink(link);
    };
    run().catch(() => !isOver && listener.onFailed());
    return () => {
      isOver = true;
      stop(stream);
    };
  },
};

type Looking = { readonly read: Read; readonly isOver: () => boolean; readonly onOther: () => void };

async function findLink(video: HTMLVideoElement, { read, isOver, onOther }: Looking): Promise<ApprovalLink | undefined> {
  while (!isOver()) {
    const text = await read(video);
    const link = text === undefined ? undefined : parseApprovalLink(text, location.origin);
    if (link !== undefined) return isOver() ? undefined : link;
    if (text !== undefined && !isOver()) onOther();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return undefined;
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

async function createReader(): Promise<Read> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector === undefined || !formats.includes("qr_code")) return createDecoder();
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
}

async function createDecoder(): Promise<Read> {
  const { decodeQR } = await import("qr/decode.js");
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(video.videoWidth, video.videoHeight, 1));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (context === null || width === 0 || height === 0) return undefined;
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR(context.getImageData(0, 0, width, height));
    } catch {
      // Most frames hold no code.
      return undefined;
    }
  };
}
