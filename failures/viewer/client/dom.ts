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

/** Returns the element with the given id, which must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Creates a table with the given column titles. */
export function makeTable(columns: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = el('tr', {}, ...columns.map((title) => el('th', { scope: 'col' }, title)));
  return el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
}

/** Creates a table row. */
export function makeRow(cells: readonly (Node | string)[], className?: string): HTMLElement {
  return el('tr', { class: className }, ...cells.map((cell) => el('td', {}, cell)));
}

/** An element of a dynamic list. `key` must be unique in the list and change whenever the content does. */
export interface KeyedElement {
  readonly key: string;
  readonly make: () => HTMLElement;
}

const elementKeys = new WeakMap<Element, string>();

/** Shows the given elements in order. Keeps those already shown, so the browser only lays out what changed. */
export function showKeyed(parent: Element, items: readonly KeyedElement[]): void {
  const keys = new Set(items.map(({ key }) => key));
  const keptByKey = new Map<string, Element>();
  for (const child of Array.from(parent.children)) {
    const key = elementKeys.get(child);
    if (key !== undefined && keys.has(key)) keptByKey.set(key, child);
    else child.remove();
  }
  let next = parent.firstElementChild;
  for (const { key, make } of items) {
    const element = keptByKey.get(key) ?? make();
    elementKeys.set(element, key);
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
}

/** Sets an element's text, leaving the page alone if the text is unchanged. */
export function showText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Creates a note for a view whose data is missing from the trace. */
export function makeMissingDataNote(data: string): HTMLElement {
  return el('p', { class: 'quiet' }, `Nothing to show: the trace has no ${data}.`);
}

/** Formats a number in hexadecimal. */
export function toHex(value: number): string {
  return `0x${value.toString(16)}`;
}
