// Collects the rules of all classes into `checkers/rule-records.ts`, and their ids and texts into `transactions/`, for commands that
// judge nothing. The build runs it first; with `--check` it changes nothing, and fails if a file is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** In the order of `RULE_CLASSES`, the only place that names them. */
const CLASSES = readFileSync(join(ROOT, 'transactions/rules.ts'), 'utf8')
  .match(/RULE_CLASSES = \[([^\]]*)\]/)[1]
  .match(/[A-Z]+/g);
/** As in biome.json. */
const LINE_WIDTH = 110;
const HEADER = '// Made by `bundle/collect-rules.mjs`, which `npm run build` runs; not edited by hand.';

const files = readdirSync(join(ROOT, 'checkers'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^rules\/[a-z]+\/[^/]+\.ts$/.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'checkers', path), 'utf8') }));

const records = files.flatMap(({ path, text }) =>
  [...text.matchAll(/^export const (\w+): (readonly Rule\[\]|Rule) =/gm)].map(([, name, type]) => ({
    path,
    name,
    isTable: type !== 'Rule',
  })),
);
const cards = files
  .filter(({ path }) => records.some((record) => record.path === path))
  .flatMap(({ text }) => [...text.matchAll(/^ {2,4}id: '([A-Z]+-\d\d)',\n {2,4}text:\s+(['"].*['"]),$/gm)])
  .map(([, id, sentence]) => ({ id, sentence }))
  .sort((a, b) => rankOf(a.id) - rankOf(b.id) || a.id.localeCompare(b.id, 'en'));

function rankOf(id) {
  return CLASSES.indexOf(id.split('-')[0]);
}

const imports = [{ path: 'evidence/rule/rule.ts', name: 'Rule', keyword: 'import type' }, ...records]
  .sort((a, b) => a.path.localeCompare(b.path, 'en'))
  .map(
    ({ path, name, keyword = 'import' }) =>
      `${keyword} { ${name} } from './${path.replace(/\.ts$/, '.js')}';`,
  );

const GENERATED = {
  'checkers/rule-records.ts': `${HEADER}
${imports.join('\n')}

/** The records of all rules, file by file. */
export const RULE_RECORDS: readonly Rule[] = [
${records.map(({ name, isTable }) => `  ${isTable ? '...' : ''}${name},`).join('\n')}
];
`,
  'transactions/rule-ids.ts': `${HEADER}

/** Ids of all rules, class by class. */
export const RULE_IDS = [
${cards.map(({ id }) => `  '${id}',`).join('\n')}
] as const;
`,
  'transactions/rule-texts.ts': `${HEADER}
import type { RULE_IDS } from './rule-ids.js';

/** What each rule requires, in one sentence. */
export const RULE_TEXTS: Readonly<Record<(typeof RULE_IDS)[number], string>> = {
${cards.map(entryText).join('\n')}
};
`,
};

/** As the formatter would write it. */
function entryText({ id, sentence }) {
  const line = `  '${id}': ${sentence},`;
  return line.length <= LINE_WIDTH ? line : `  '${id}':\n    ${sentence},`;
}

for (const [path, text] of Object.entries(GENERATED)) {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) throw new Error(`${path} is not up to date: run npm run build`);
  writeFileSync(file, text);
}
