/** A video for the browser's fake camera (`DeviceOptions.camera`): one still image of a QR code as the app draws it, in YUV4MPEG2. */
import { writeFile } from "node:fs/promises";
import { decodeQR } from "qr/decode.js";

const [WIDTH, HEIGHT] = [640, 480];
const [DARK, LIGHT, NO_COLOR] = [16, 235, 128];
/** Light modules around the code. */
const QUIET_ZONE = 4;
/** Pixels for a module where a code is decoded. */
const DECODED_SCALE = 4;

/** `path`: the `d` of the code's path; empty for a camera that sees a white wall. */
export async function writeCameraVideo(file: string, path: string): Promise<void> {
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const size = Math.max(0, ...modules.flat()) + 1 + QUIET_ZONE;
  const scale = Math.floor(HEIGHT / size);
  const left = Math.floor((WIDTH - size * scale) / 2);
  const light = Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  for (const [x, y] of modules)
    for (let row = y * scale; row < (y + 1) * scale; row += 1) {
      const at = row * WIDTH + left + x * scale;
      light.fill(DARK, at, at + scale);
    }
  const colors = Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOR);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  await writeFile(file, Buffer.concat([Buffer.from(`${header}FRAME\n`), light, colors]));
}

/** Returns the text of a QR code as the app draws it. `path`: the `d` of the code's path. */
export function readQr(path: string): string {
  const modules = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const scale = DECODED_SCALE;
  const side = (Math.max(...modules.flat()) + 1 + QUIET_ZONE) * scale;
  const data = new Uint8ClampedArray(side ** 2 * 4).fill(255);
  for (const [x, y] of modules)
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      for (let column = x * scale; column < (x + 1) * scale; column += 1)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return decodeQR({ width: side, height: side, data });
}
