// Collects the rules of all classes into `checkers/rule-records.ts`, and their ids into `transactions/rule-ids.ts`. The build runs it
// first; with `--check` it changes nothing, and fails if either is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** In the order of `RULE_CLASSES`, the only place that names them. */
const CLASSES = readFileSync(join(ROOT, 'transactions/rules.ts'), 'utf8')
  .match(/RULE_CLASSES = \[([^\]]*)\]/)[1]
  .match(/[A-Z]+/g);
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
const ids = files
  .filter(({ path }) => records.some((record) => record.path === path))
  .flatMap(({ text }) => [...text.matchAll(/^ {2,4}id: '([A-Z]+-\d\d)',$/gm)].map(([, id]) => id))
  .sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b, 'en'));

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
${ids.map((id) => `  '${id}',`).join('\n')}
] as const;
`,
};

for (const [path, text] of Object.entries(GENERATED)) {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) throw new Error(`${path} is not up to date: run npm run build`);
  writeFileSync(file, text);
}
