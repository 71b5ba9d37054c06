/** What loads images of other websites comes with the first of them. */
import { failed } from "@satchel/core/model/result.ts";
import type { RemoteImages } from "../../shared/remote-images.ts";
import { lazyModule } from "./lazy-service.ts";

export function createLazyRemoteImages(): RemoteImages {
  const { ask } = lazyModule(
    () => import("../../adapters/remote-images/create-remote-images.ts"),
    ({ createRemoteImages }) => createRemoteImages(),
  );
  return { load: (...asked) => ask((images) => images.load(...asked), failed({ kind: "not-loaded" })) };
}
