import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '../../../base/basics/package-root.js';
import { COMMANDS } from '../../../cli/commands.js';
import { buildStandaloneCommand } from '../../../cli/loaded-command.js';
import { makeEditorSchemas } from '../../../harness/suite-files/editor-schemas.js';
import { configurableOptions } from '../../../runs/command/run-defaults.js';
import { resultsJsonSchema } from '../../../runs/text/results-schema.js';

it('the results schema matches docs/results.schema.json (npx vitest run with -u writes it)', async () => {
  const text = `${JSON.stringify(resultsJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(findPackageRoot(), 'docs', 'results.schema.json'));
});

const run = await buildStandaloneCommand(COMMANDS.find(({ name }) => name === 'run')!);
const options = configurableOptions(run);
const [suite] = run.registeredArguments;
const help = Object.fromEntries([
  ...options.map((option) => [option.attributeName(), option.description]),
  ['suite', suite.description],
]);

it('offers editors every run option that a configuration may set, with its type on the command line', () => {
  const { properties } = makeEditorSchemas(help).config as {
    properties: { run: { properties: Record<string, { type?: string }> } };
  };
  const offered = Object.entries(properties.run.properties);
  expect(offered.map(([name]) => name).sort()).toEqual(Object.keys(help).sort());
  const switches = offered.filter(([, { type }]) => type === 'boolean').map(([name]) => name);
  expect(switches).toEqual(
    options.filter((option) => option.isBoolean()).map((option) => option.attributeName()),
  );
});

it.each(['suite', 'config'] as const)(
  'the schema for editors matches docs/%s.schema.json (npx vitest run with -u writes it)',
  async (kind) => {
    const text = `${JSON.stringify(makeEditorSchemas(help)[kind], null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(findPackageRoot(), 'docs', `${kind}.schema.json`));
  },
);
