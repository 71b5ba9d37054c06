/** The AI code loads with the editor, not with the frame. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const AiTool = lazyComponent(async () => (await import("./AiTool.tsx")).AiTool, "tool");
