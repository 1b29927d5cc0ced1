/** Returns the page's element with the given id. Throws if there is none. */
export function requireElement<E extends Element = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as unknown as E;
}

export function getText(id: string): string {
  return requireElement(id).textContent ?? '';
}
