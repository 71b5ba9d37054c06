/** Paths inside a source. Pure. */

/** Normalizes separators of any system. Returns undefined for paths that leave the source or contain hidden characters. */
export function toSafePath(raw: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\u0000-\u001f]/.test(raw) || /^(?:[/\\]|[A-Za-z]:[/\\])/.test(raw)) return undefined;
  const parts = raw.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  return parts.length === 0 || parts.includes("..") ? undefined : parts.join("/");
}

/** Resolves `href` in the file `from`; undefined if it leaves the source. */
export function resolvePath(from: string, href: string): string | undefined {
  const parts = href.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of href.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function folderOf(path: string): readonly string[] {
  return path.split("/").slice(0, -1);
}

export function extensionOf(path: string): string {
  return /\.([A-Za-z0-9]{1,12})$/.exec(baseName(path))?.[1]?.toLowerCase() ?? "";
}

export function withoutExtension(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,12}$/, "");
}

/** Decodes percent-encoding; returns invalid input unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** True for a file in a folder in which exports keep attachments. Such a file is an attachment if a note uses it, whatever its type. */
export function isAttachmentPath(path: string): boolean {
  return /(?:^|\/)(?:assets|attachments|_resources|[^/]+-files)\//.test(path);
}

/** True for the settings of a program, which are not notes. */
export function isProgramFile(path: string): boolean {
  return /(?:^|\/)(?:\.obsidian|\.git|\.logseq|\.stfolder)\//.test(path);
}

/** True for files that operating systems add. */
export function isSystemFile(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i.test(path);
}

/** Notion appends an id of 32 hexadecimal digits to every name of a file or folder. */
const NOTION_ID = /[ _-]?([0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\.[A-Za-z0-9]+$|$)/;

export function isNotionName(name: string): boolean {
  return NOTION_ID.test(name);
}

export function withoutNotionId(name: string): string {
  return name.replace(NOTION_ID, "").trim() || name;
}

export function notionIdOf(name: string): string | undefined {
  return NOTION_ID.exec(name)?.[1]?.replaceAll("-", "");
}
