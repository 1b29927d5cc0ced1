import { join } from 'node:path';
import { COMMANDS } from '../../../cli/commands.js';
import { buildStandaloneCommand } from '../../../cli/loaded-command.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { getConfigurableOptions } from '../../../runs/command/run-defaults.js';
import { resultsJsonSchema } from '../../../runs/text/results-schema.js';
import { makeEditorSchemas } from '../../harness/support/editor-schemas.js';

it('the results schema matches docs/results.schema.json (to update it: npx vitest run -u)', async () => {
  const text = `${JSON.stringify(resultsJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(findPackageRoot(), 'docs', 'results.schema.json'));
});

const run = await buildStandaloneCommand(COMMANDS.find(({ name }) => name === 'run')!);
const options = getConfigurableOptions(run);
const [suite] = run.registeredArguments;
const help = Object.fromEntries([
  ...options.map((option) => [option.attributeName(), option.description]),
  ['suite', suite.description],
]);

it('offers editors every run option that a configuration may set, with the same type as on the command line', () => {
  const { properties } = makeEditorSchemas(help).config as {
    properties: { run: { properties: Record<string, { type?: string }> } };
  };
  const offeredOptions = Object.entries(properties.run.properties);
  expect(offeredOptions.map(([name]) => name).sort()).toEqual(Object.keys(help).sort());
  const switches = offeredOptions.filter(([, { type }]) => type === 'boolean').map(([name]) => name);
  expect(switches).toEqual(
    options.filter((option) => option.isBoolean()).map((option) => option.attributeName()),
  );
});

it.each(['suite', 'config'] as const)(
  'the editor schema matches docs/%s.schema.json (to update it: npx vitest run -u)',
  async (kind) => {
    const text = `${JSON.stringify(makeEditorSchemas(help)[kind], null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(findPackageRoot(), 'docs', `${kind}.schema.json`));
  },
);
