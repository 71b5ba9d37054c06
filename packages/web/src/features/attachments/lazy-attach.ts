/** The attachment code loads with the editor, not with the frame. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const AttachTool = lazyComponent(async () => (await import("./AttachTool.tsx")).AttachTool, "tool");
