/** Attaching comes with the editor, not with the frame. */
import { lazyComponent } from "../../shared/lazy-component.ts";
import { MissingTool } from "../../shared/ui/MissingTool.tsx";

export const AttachTool = lazyComponent(async () => (await import("./AttachTool.tsx")).AttachTool, MissingTool);
