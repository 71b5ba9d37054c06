/** Notion puts an id of 32 hexadecimal digits behind every name, in files and folders. Pure. */

const ID = /[ _-]?([0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\.[A-Za-z0-9]+$|$)/;

export function isNotionName(name: string): boolean {
  return ID.test(name);
}

export function withoutNotionId(name: string): string {
  return name.replace(ID, "").trim() || name;
}

export function notionIdOf(name: string): string | undefined {
  return ID.exec(name)?.[1]?.replaceAll("-", "");
}
