import { visibleText } from '../../transactions/index.js';
import { escapeMarkup } from '../text/xml.js';

/** Markup that is safe to show: constant, or made by the functions of this file. */
export interface Html {
  readonly html: string;
}

/** Attributes; `true` has no value, `false` and undefined are omitted. */
export type HtmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Content of an element; strings are escaped. */
export type HtmlContent = string | number | Html;

/** Contents of an element: one by one, or in lists of any length, since 100,000 arguments overflow the stack. */
export type HtmlContents = readonly (HtmlContent | readonly HtmlContent[])[];

const VOID = new Set(['meta', 'input']);

/** An element. All text of a page passes through it, so no text can inject markup. */
export function h(tag: string, attributes: HtmlAttributes = {}, ...content: HtmlContents): Html {
  const start = [tag, ...Object.entries(attributes).flatMap(([key, value]) => attribute(key, value))].join(
    ' ',
  );
  if (VOID.has(tag)) return { html: `<${start}>` };
  const inside = content
    .flat()
    .map((part) => (typeof part === 'object' ? part.html : escapeMarkup(String(part))))
    .join('');
  return { html: `<${start}>${inside}</${tag}>` };
}

/** A script with our own code, which cannot contain `</script`. */
export function moduleScript(code: string): Html {
  if (/<\/script|<!--/i.test(code)) throw new Error('A script of the page would end the page.');
  return { html: `<script type="module">${code}</script>` };
}

/** Data for scripts; hidden characters become visible, and anything that could end the element is a JSON escape. */
export function dataScript(id: string, data: unknown): Html {
  const visible = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? visibleText(value) : value;
  const json = JSON.stringify(data, visible).replaceAll('<', '\\u003c');
  return { html: `<script type="application/json" id="${escapeMarkup(id)}">${json}</script>` };
}

/** Our own style sheet. */
export function styleSheet(css: string): Html {
  return { html: `<style>${css}</style>` };
}

function attribute(key: string, value: HtmlAttributes[string]): string[] {
  if (value === undefined || value === false) return [];
  return [value === true ? key : `${key}="${escapeMarkup(String(value))}"`];
}
