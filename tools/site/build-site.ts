import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { CHAPTERS, HOME } from './contents.js';
import { renderLayout } from './layout.js';
import { type RenderedPage, render } from './render.js';

/** What to build the site from, and where to write it. */
interface SiteOptions {
  readonly root: string;
  readonly out: string;
}

interface BuiltSite {
  /** Paths of the built pages, relative to the root. */
  readonly pages: readonly string[];
  readonly broken: readonly string[];
}

/** Path of the playground, relative to the site's root. */
const PLAYGROUND_PATH = 'play/index.html';

/**
 * Builds the listed pages and those reachable from them and copies the files that pages link to or
 * show. Throws if a listed page is missing.
 */
export function buildSite({ root, out }: SiteOptions): BuiltSite {
  const pages = renderPages(
    root,
    CHAPTERS.flatMap((chapter) => chapter.pages),
  );
  const listed = CHAPTERS.map(({ title, pages: paths }) => ({
    title,
    pages: paths.map((path) => ({ title: pages.get(path)!.title, pagePath: getBuiltPath(path) })),
  }));
  for (const [path, page] of pages) {
    const rootPath = '../'.repeat(path.split('/').length - 1);
    write(
      join(out, getBuiltPath(path)),
      renderLayout(page, { chapters: listed, rootPath, pagePath: getBuiltPath(path) }),
    );
  }
  const home = getBuiltPath(HOME);
  write(
    join(out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${home}"><title>pops-testbench</title><a href="${home}">pops-testbench</a>\n`,
  );
  return { pages: [...pages.keys()], broken: copyAssets(root, out, pages) };
}

/** Renders the listed pages and all pages that they link to, directly or indirectly. */
function renderPages(root: string, listed: readonly string[]): Map<string, RenderedPage> {
  const pages = new Map<string, RenderedPage>();
  const queue = [...listed];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path)) continue;
    const play = posix.relative(posix.dirname(path), PLAYGROUND_PATH);
    const page = render(readFileSync(join(root, path), 'utf8'), toBuiltLink, play);
    pages.set(path, page);
    for (const link of page.links) {
      const target = resolveLink(path, link);
      if (target?.path.endsWith('.md') === true && existsSync(join(root, target.path)))
        queue.push(target.path);
    }
  }
  return pages;
}

/** Returns the path of a built page, relative to the site's root. */
function getBuiltPath(path: string): string {
  return path.replace(/\.md$/, '.html');
}

function toBuiltLink(link: string): string {
  return isExternal(link) ? link : link.replace(/\.md(?=$|#)/, '.html');
}

function isExternal(link: string): boolean {
  return /^[a-z]+:/.test(link);
}

/** Resolves a link to a file and heading in the repository, or undefined if the link is external. */
function resolveLink(page: string, link: string): { path: string; anchor: string } | undefined {
  if (isExternal(link)) return undefined;
  const [file, anchor = ''] = link.split('#');
  return { path: file === '' ? page : posix.normalize(posix.join(posix.dirname(page), file!)), anchor };
}

/** Copies the files that pages show or link to. Returns the links to missing files, folders or headings. */
function copyAssets(root: string, out: string, pages: ReadonlyMap<string, RenderedPage>): string[] {
  const broken: string[] = [];
  for (const [path, { links }] of pages) {
    for (const link of links) {
      const target = resolveLink(path, link);
      if (target === undefined) continue;
      const page = pages.get(target.path);
      const built = join(out, target.path);
      const source = join(root, target.path);
      if (page !== undefined) {
        if (target.anchor !== '' && !page.anchors.has(target.anchor)) broken.push(`${path}: ${link}`);
      } else if (existsSync(source) && statSync(source).isFile()) {
        mkdirSync(dirname(built), { recursive: true });
        copyFileSync(source, built);
      } else if (!existsSync(built)) broken.push(`${path}: ${link}`);
    }
  }
  return broken;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
