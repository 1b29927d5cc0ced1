/** Finds the element with the given id. Throws if there is none. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}

/** Creates an element from text and elements. Text is never parsed as markup. */
export function make(tag: string, className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

/** Creates a `details` element whose content is created when it is first opened. */
export function makeLazyDetails(
  className: string,
  summary: readonly (string | Node)[],
  fill: () => Node[],
  open = false,
) {
  const details = document.createElement('details');
  details.className = className;
  details.append(make('summary', '', ...summary));
  let filled = false;
  const fillOnce = (): void => {
    if (filled) return;
    filled = true;
    details.append(...fill());
  };
  if (open) fillOnce();
  details.open = open;
  details.addEventListener('toggle', fillOnce);
  return details;
}

/** Wraps a table so it scrolls sideways on a narrow screen. */
export function makeScrollable(label: string, table: HTMLElement): HTMLElement {
  const box = make('div', 'scroll', table);
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', label);
  return box;
}
