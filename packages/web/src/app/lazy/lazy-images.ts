/** What makes pictures small comes with the first picture. A request that is lost is made again: a pasted picture is nowhere else. */
import { failed } from "@satchel/core/model/result.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import { fetchPatiently } from "../../adapters/browser/fetch-patiently.ts";
import type { PictureDoor } from "../../shared/picture-door.ts";
import { latePart } from "./lazy-service.ts";

type Code = Pick<typeof import("../../adapters/images/create-picture-door.ts"), "createPictureDoor">;

export function createLatePictures(
  load: () => Promise<Code> = () => fetchPatiently(() => import("../../adapters/images/create-picture-door.ts"), browserTimers),
): PictureDoor {
  const { ask } = latePart(load, ({ createPictureDoor }) => createPictureDoor());
  return { compress: (file, onProgress) => ask((door) => door.compress(file, onProgress), failed({ kind: "image-worker-failed" })) };
}
