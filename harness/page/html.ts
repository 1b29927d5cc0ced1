import { escapeMultilineText } from '../../transactions/index.js';
import { escapeMarkup } from '../text/xml.js';

/** Markup that is safe to show: either constant, or created by the functions in this file. */
export interface Html {
  readonly html: string;
}

/** Attributes of an element. `true` is written without a value; `false` and undefined are omitted. */
export type HtmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Content of an element. Strings are escaped; `undefined` is omitted. */
export type HtmlContent = string | number | Html | undefined;

/** Contents of an element, individually or in arrays: spreading 100,000 arguments would overflow the stack. */
export type HtmlContents = readonly (HtmlContent | readonly HtmlContent[])[];

const VOID_TAGS = new Set(['meta', 'input']);

/** Creates an element. All text on a page passes through this function, so no text can inject markup. */
export function h(tag: string, attributes: HtmlAttributes = {}, ...content: HtmlContents): Html {
  const start = [
    tag,
    ...Object.entries(attributes).flatMap(([key, value]) => formatAttribute(key, value)),
  ].join(' ');
  if (VOID_TAGS.has(tag)) return { html: `<${start}>` };
  const inner = content
    .flat()
    .filter((item) => item !== undefined)
    .map((item) => (typeof item === 'object' ? item.html : escapeMarkup(String(item))))
    .join('');
  return { html: `<${start}>${inner}</${tag}>` };
}

/** Creates a script element for our own code, which must not contain `</script`. */
export function makeModuleScript(code: string): Html {
  if (/<\/script|<!--/i.test(code))
    throw new Error('The script contains </script or <!--, which would end its element.');
  return { html: `<script type="module">${code}</script>` };
}

/**
 * Embeds data for scripts. Invisible characters become visible escapes, and anything that could close the
 * element becomes a JSON escape.
 */
export function makeDataScript(id: string, data: unknown): Html {
  const visible = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? escapeMultilineText(value) : value;
  const json = JSON.stringify(data, visible).replaceAll('<', '\\u003c');
  return { html: `<script type="application/json" id="${escapeMarkup(id)}">${json}</script>` };
}

/** A page's title, its style sheet and its content security policy (`makeContentPolicy`). */
interface PageHead {
  readonly title: string;
  readonly style: string;
  readonly policy: string;
}

/** Creates a self-contained page in English, for light and dark mode and for phones. */
export function makePage({ title, style, policy }: PageHead, body: Html): string {
  const head = h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', {}, title),
    makeStyleSheet(style),
  );
  return `<!doctype html>\n${h('html', { lang: 'en' }, head, body).html}\n`;
}

/** Creates a style element for our own style sheet. */
export function makeStyleSheet(css: string): Html {
  return { html: `<style>${css}</style>` };
}

function formatAttribute(key: string, value: HtmlAttributes[string]): string[] {
  if (value === undefined || value === false) return [];
  return [value === true ? key : `${key}="${escapeMarkup(String(value))}"`];
}
