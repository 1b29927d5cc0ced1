import { createHash } from 'node:crypto';
import { escapeMultilineText } from '../../transactions/index.js';
import { escapeMarkup } from '../text/xml.js';

/** Colours, typography, headings, links and copyable commands. Text has a contrast ratio of at least 4.5:1. */
export const BASE_CSS = `
:root{color-scheme:light dark;--background:#fff;--raised:#f5f6f8;--line:#d8dce2;--text:#1c2128;--muted:#57606a;--link:#0a58ca;
--good:#116329;--good-background:#dafbe1;--open:#7d4e00;--open-background:#fff3cd;--bad:#b42318;--bad-background:#ffe5e2;
--fill-good:#2da44e;--fill-open:#d4a72c;--fill-bad:#d1383d;--fill-error:#8250df;--wave-a:#0969da;--wave-b:#bf5700}
@media (prefers-color-scheme:dark){:root{--background:#0f1318;--raised:#191f27;--line:#343c47;--text:#e6e9ee;--muted:#9da7b3;--link:#79b8ff;
--good:#7ee29a;--good-background:#12351f;--open:#f0c75e;--open-background:#3b2e0a;--bad:#ff9c92;--bad-background:#4a1815;
--fill-good:#2ea043;--fill-open:#c69026;--fill-bad:#e5534b;--fill-error:#986ee2;--wave-a:#58a6ff;--wave-b:#f0883e}}
*{box-sizing:border-box}
html{scroll-padding-top:5.4rem}
body{margin:0;background:var(--background);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header,nav ul,main{max-width:76rem;margin:0 auto;padding:0 1.25rem}
h2{font-size:1.3rem;line-height:1.3;margin:2.75rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.4rem 0;overflow-wrap:anywhere}ul,ol{margin:.4rem 0;padding-left:1.4rem}li{overflow-wrap:anywhere}
a{color:var(--link)}
.good{color:var(--good)}.open{color:var(--open)}.bad{color:var(--bad)}.quiet{color:var(--muted)}
.nowrap{white-space:nowrap}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{overflow-x:auto;background:var(--raised);border:1px solid var(--line);padding:.7rem;border-radius:.4rem;margin:.6rem 0}
.command{display:flex;align-items:flex-start;gap:.5rem;margin:.3rem 0 .7rem}
.command code{flex:1;min-width:0;overflow-wrap:anywhere;background:var(--raised);border:1px solid var(--line);padding:.35rem .55rem;border-radius:.35rem}
button,input,select{font:inherit;font-size:.9rem;color:var(--text);background:var(--raised);border:1px solid var(--line);border-radius:.35rem;padding:.28rem .65rem}
button{cursor:pointer}button:hover:enabled{border-color:var(--link)}button:disabled{cursor:default;color:var(--muted)}
summary{cursor:pointer;padding:.3rem 0;overflow-wrap:anywhere}
.facts{margin:.6rem 0}.facts>div{display:grid;grid-template-columns:8rem 1fr;gap:.5rem;padding:.1rem 0}.facts dt{color:var(--muted)}.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
.badge{display:inline-block;font-size:.78rem;font-weight:600;line-height:1.35;padding:.05rem .5rem;border-radius:1rem;white-space:nowrap;background:var(--raised);color:var(--text);border:1px solid var(--line);font-variant-numeric:tabular-nums}
.badge.good{background:var(--good-background);color:var(--good);border-color:transparent}.badge.open{background:var(--open-background);color:var(--open);border-color:transparent}.badge.bad{background:var(--bad-background);color:var(--bad);border-color:transparent}
@media (max-width:40rem){header,nav ul,main{padding-left:.9rem;padding-right:.9rem}.facts>div{grid-template-columns:1fr;gap:0}h2{margin-top:2rem}}
`;

/**
 * Builds a page's content security policy (CSP Level 3), which allows only our own scripts and style sheets, identified
 * by hash. Injected markup can neither run nor load anything.
 */
export function makeContentPolicy(
  scripts: readonly string[],
  styles: string | readonly string[],
  ...directives: readonly string[]
): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ') || "'none'"}`,
    `style-src ${[styles].flat().map(hashSource).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...directives,
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

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
