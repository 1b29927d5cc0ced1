import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Banned phrases, and what to write instead. Most patterns begin with a space so that they do not match names in
 * code.
 */
const BANNED_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ nobody(?= |'s)/i, 'a specific noun, such as a reader or the packer'],
  [/ (?:any|every|some)body\b/i, 'a noun, such as a reader, another wave or another program'],
  [/ what (?:it|they) (?:is|are) about\b/, 'a specific noun, such as its subject, wave or event'],
  [/ earlier sittings?\b/, 'earlier sessions'],
  [/ whoever /i, 'the wave that, anyone who, no matter who'],
  [/ for want of /, 'for lack of'],
  [/ in the place of /, 'in place of'],
  [/ (?:of|in|at least|at most|one) so many /, 'this many, or the number'],
  [/ (?:right|comes?|lies|one|what is) behind (?:it|them|the (?:exit|entry|section|message|wait))/, 'after'],
  [/[a-z]Behind\b|\bbehind[A-Z]/, 'After in the name'],
  [/ unless told\b/, 'by default'],
  [/ bins (?:won|lost)\b/, 'newly covered, no longer covered'],
  [/ (?:an|the) own (?!er|ed|ing)[a-z]/, 'its own, a wave’s own'],
  [/ may be given often/, 'may be repeated'],
  [/ with commas between/, 'comma-separated'],
  [/ (?:has|have) to come for /, 'must contain, needs'],
  [/['"`]Impossible /, 'Cannot use, Invalid'],
  [/ of a suite of your own/, 'of your own suite'],
  [/ (?:going|goes) on when that is mended/, 'once that is fixed, …'],
  [/ unchecked for (?:lack|want) of /, 'not checked (missing: …)'],
];

/** Folders of third-party or generated files. */
const EXCLUDED_FOLDERS: readonly string[] = ['node_modules', 'dist', 'out', '.git'];

/** Pages that quote other authors, generated pages, and this list. */
const EXCLUDED_FILES = /^(?:docs\/reference\/|data\/|bench\/results\/|test\/house\/plain-words)/;

it('comments, messages and pages contain no banned phrases', () => {
  const files = readdirSync(ROOT, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() && !EXCLUDED_FOLDERS.includes(entry.name)
        ? readdirSync(join(ROOT, entry.name), { recursive: true, encoding: 'utf8' }).map((path) =>
            join(entry.name, path),
          )
        : [entry.name],
    )
    .filter((path) => /\.(?:ts|md|mjs)$/.test(path) && !EXCLUDED_FILES.test(path));
  const found = files.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        BANNED_PHRASES.filter(([pattern]) => pattern.test(line)).map(
          ([, advice]) => `${path}:${index + 1}: ${line.trim()} (use instead: ${advice})`,
        ),
      ),
  );
  expect(found).toEqual([]);
});
