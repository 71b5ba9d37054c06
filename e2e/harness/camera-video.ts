/** A video for the browser's fake camera (`DeviceOptions.camera`): one still image of a QR code as the app draws it, in YUV4MPEG2. */
import { writeFile } from "node:fs/promises";

const [WIDTH, HEIGHT] = [640, 480];
const [DARK, LIGHT, NO_COLOR] = [16, 235, 128];
/** Light modules around the code. */
const QUIET_ZONE = 4;

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
