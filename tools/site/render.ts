import { Marked, type Token, type Tokens } from 'marked';
import { getPlaygroundHash } from '../../harness/text/index.js';
import { SEQUENCES } from '../../stimulus/index.js';

/** A page as HTML, with the metadata that other pages need. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly anchors: ReadonlySet<string>;
  /** The targets of the page's links and images, as written in its source. */
  readonly links: readonly string[];
}

/**
 * Renders Markdown. `toHref` maps a link's target to its address on the site. Each replay line gets a link to
 * the playground at `play`, a path relative to the page.
 */
export function render(markdown: string, toHref: (target: string) => string, play: string): RenderedPage {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const anchors = new Set<string>();
  const links: string[] = [];
  const headingIds = new Map<Token, string>();
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading')
      headingIds.set(token, createAnchor(extractText(token.tokens ?? []), anchors));
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
    if (token.type === 'html') for (const [, id] of token.raw.matchAll(/<a id="([^"]+)">/g)) anchors.add(id!);
  });
  marked.use({
    renderer: {
      heading(token: Tokens.Heading) {
        const id = headingIds.get(token)!;
        return `<h${token.depth} id="${id}">${this.parser.parseInline(token.tokens)}</h${token.depth}>\n`;
      },
      link(token: Tokens.Link) {
        return `<a href="${escapeHtml(toHref(token.href))}">${this.parser.parseInline(token.tokens)}</a>`;
      },
      code(token: Tokens.Code) {
        const links = token.text
          .split('\n')
          .flatMap((line) => renderPlayLink(line, play, 'Open in the playground'));
        return `<pre><code>${escapeHtml(token.text)}\n</code></pre>\n${links.map((link) => `<p>${link}</p>\n`).join('')}`;
      },
      codespan(token: Tokens.Codespan) {
        return [
          `<code>${escapeHtml(token.text)}</code>`,
          ...renderPlayLink(token.text, play, '(playground)'),
        ].join(' ');
      },
      image(token: Tokens.Image) {
        return `<img src="${escapeHtml(toHref(token.href))}" alt="${escapeHtml(token.text)}">`;
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const [heading] = headingIds.keys();
  const title = heading === undefined ? 'pops-testbench' : extractText((heading as Tokens.Heading).tokens);
  return { title, html: marked.parser(tokens), anchors, links };
}

/**
 * Returns a link to the playground for a replay line, or an empty array if the line shouldn't be linked. Lines with a
 * hash aren't linked, since they may be from a different version.
 */
function renderPlayLink(line: string, play: string, text: string): string[] {
  const test = line.includes('~') ? undefined : getPlaygroundHash(line);
  // Pages that describe formats use made-up tests; don't link those.
  if (!SEQUENCES.some(({ name }) => test?.includes(`:${name}@`) === true)) return [];
  return [`<a href="${escapeHtml(`${play}#${test}`)}">${text}</a>`];
}

/** Creates a heading ID the way GitHub does, with a number appended if the ID is already taken. */
function createAnchor(heading: string, taken: Set<string>): string {
  const base = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  let anchor = base;
  for (let number = 1; taken.has(anchor); number++) anchor = `${base}-${number}`;
  taken.add(anchor);
  return anchor;
}

/** Returns the text of the tokens without markup. */
function extractText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .map(({ tokens: cell }) => extractText(cell))
          .join(' ');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => extractText(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens !== undefined) return extractText(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** Escapes text for use in an attribute or between tags. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
