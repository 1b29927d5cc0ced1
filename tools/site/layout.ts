import { escapeHtml, type RenderedPage } from './render.js';

/** The navigation around a page's content. */
interface PageFrame {
  readonly chapters: readonly {
    readonly title: string;
    readonly pages: readonly { readonly title: string; readonly pagePath: string }[];
  }[];
  /** Path from the page to the root of the site, such as `../../`. */
  readonly rootPath: string;
  /** The page's own path, relative to the root. */
  readonly pagePath: string;
}

const STYLE = `:root{color-scheme:light dark;--background:#fff;--raised:#f5f6f8;--line:#d8dce2;--text:#1c2128;--muted:#57606a;--link:#0a58ca}
@media (prefers-color-scheme:dark){:root{--background:#0f1318;--raised:#191f27;--line:#343c47;--text:#e6e9ee;--muted:#9da7b3;--link:#79b8ff}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--background);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--background)}
nav{border-right:1px solid var(--line);padding:1rem;height:100vh;overflow:auto;position:sticky;top:0;font-size:.9rem}
nav h2{font-size:.8rem;color:var(--muted);margin:1.2rem 0 .3rem}nav ul{list-style:none;margin:0;padding:0}nav li{margin:.15rem 0}
nav a{text-decoration:none}nav a[aria-current]{font-weight:600;text-decoration:underline}
main{padding:1.5rem 2rem 4rem;max-width:60rem;min-width:0}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
code,pre{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{overflow-x:auto;background:var(--raised);border:1px solid var(--line);padding:.8rem;border-radius:.4rem}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.92em}th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}th{background:var(--raised)}
img{max-width:100%}
@media (max-width:50rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}nav details:not([open])>*:not(summary){display:none}main{padding:1rem}}`;

/** Builds a complete page with navigation. */
export function renderLayout(
  { title, html }: RenderedPage,
  { chapters, rootPath, pagePath }: PageFrame,
): string {
  const link = (page: { title: string; pagePath: string }): string => {
    const current = page.pagePath === pagePath ? ' aria-current="page"' : '';
    return `<li><a href="${rootPath}${page.pagePath}"${current}>${escapeHtml(page.title)}</a></li>`;
  };
  const lists = chapters.map(
    (chapter) => `<h2>${escapeHtml(chapter.title)}</h2><ul>${chapter.pages.map(link).join('')}</ul>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – pops-testbench</title><style>${STYLE}</style></head>
<body><a class="skip" href="#content">Skip to content</a>
<nav aria-label="Pages"><p><a href="${rootPath}play/index.html">Playground</a></p>${lists.join('\n')}</nav>
<main id="content">${html}</main></body></html>
`;
}
