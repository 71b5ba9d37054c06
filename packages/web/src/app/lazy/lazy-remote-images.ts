/** What loads images of other websites comes with the first of them. */
import { failed } from "@satchel/core/model/result.ts";
import type { RemoteImages } from "../../shared/remote-images.ts";
import { lazyModule } from "./lazy-service.ts";

export function createLazyRemoteImages(): RemoteImages {
  const load = () => import("../../adapters/remote-images/create-remote-images.ts");
  const { ask } = lazyModule(load, ({ createRemoteImages }) => createRemoteImages());
  return {
    load: (address, onProgress, signal) => ask((images) => images.load(address, onProgress, signal), failed({ kind: "not-loaded" })),
  };
}
