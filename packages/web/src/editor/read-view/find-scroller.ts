/** The element that scrolls a text; undefined when all of it is seen. */
export function findScroller(text: HTMLElement): HTMLElement | undefined {
  for (let element = text.parentElement; element !== null; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return undefined;
}
