/** An element's attributes. Functions become listeners; `undefined` and `false` are omitted. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined | (() => void)>>;

/** Creates an element with its content. Strings become text, never markup. */
export function el(
  tag: string,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...content);
  return element;
}

/** Returns the page's element with this id, which must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Creates a table with these column titles. */
export function tableOf(columns: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = el('tr', {}, ...columns.map((title) => el('th', { scope: 'col' }, title)));
  return el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
}

/** Creates a table row, whose class is `kind`. */
export function rowOf(cells: readonly (Node | string)[], kind?: string): HTMLElement {
  return el('tr', { class: kind }, ...cells.map((cell) => el('td', {}, cell)));
}

/** An element of a dynamic list. `key` must be unique in the list and change whenever the content does. */
export interface Keyed {
  readonly key: string;
  readonly make: () => HTMLElement;
}

const keyOfElement = new WeakMap<Element, string>();

/** Shows these elements in order, keeping those already shown, so that the browser only lays out what changed. */
export function showKeyed(parent: Element, items: readonly Keyed[]): void {
  const keys = new Set(items.map(({ key }) => key));
  const keptByKey = new Map<string, Element>();
  for (const child of Array.from(parent.children)) {
    const key = keyOfElement.get(child);
    if (key !== undefined && keys.has(key)) keptByKey.set(key, child);
    else child.remove();
  }
  let place = parent.firstElementChild;
  for (const { key, make } of items) {
    const element = keptByKey.get(key) ?? make();
    keyOfElement.set(element, key);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
}

/** Sets an element's text, without touching the page if it is unchanged. */
export function showText(place: Element, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

/** Creates the note for a view whose data is missing from the trace. */
export function missingNote(what: string): HTMLElement {
  return el('p', { class: 'quiet' }, `Nothing to show: the trace has no ${what}.`);
}

/** Formats a number in hexadecimal. */
export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
