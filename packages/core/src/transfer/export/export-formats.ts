/** Export formats. Each has a writer in web/adapters/export/create-note-writer.ts. */
export const EXPORT_FORMATS = ["markdown", "html", "json", "enex", "jex", "docx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
