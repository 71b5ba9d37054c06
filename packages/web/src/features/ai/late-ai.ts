/** Writing with AI comes with the editor, not with the frame. */
import { late } from "../../shared/late.ts";
import { MissingTool } from "../../shared/ui/MissingTool.tsx";

export const AiTool = late(async () => (await import("./AiTool.tsx")).AiTool, MissingTool);
