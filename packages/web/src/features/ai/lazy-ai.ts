/** Writing with AI comes with the editor, not with the frame. */
import { lazyComponent } from "../../shared/lazy-component.ts";
import { MissingTool } from "../../shared/ui/MissingTool.tsx";

export const AiTool = lazyComponent(async () => (await import("./AiTool.tsx")).AiTool, MissingTool);
