/** Attaching comes with the editor, not with the frame. */
import { late } from "../../shared/late.ts";
import { MissingTool } from "../../shared/ui/MissingTool.tsx";

export const AttachTool = late(async () => (await import("./AttachTool.tsx")).AttachTool, MissingTool);
