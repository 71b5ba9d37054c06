/** Opens the toggles that hide an element, read or written, before it is scrolled to. */
export function openToggles(element: Element | null): void {
  for (let toggle = around(element); toggle !== null; toggle = around(toggle.parentElement)) {
    if (toggle instanceof HTMLDetailsElement) toggle.open = true;
    else toggle.removeAttribute("data-closed");
  }
}

function around(element: Element | null): Element | null {
  return element?.closest("details:not([open]), .toggle[data-closed]") ?? null;
}
