/** What a tab controls: the panel of its note (screens/workspace/TabPanels.tsx). */
export function tabPanelId(tabId: string): string {
  return `panel-${tabId}`;
}
