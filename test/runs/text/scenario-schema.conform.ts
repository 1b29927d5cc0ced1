import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { createTraceJsonSchema, defaultKnobs, MODEL_VERSION } from '../../../transactions/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { createValidator } from '../support/json-schema.js';
import { scenarioJsonSchema } from './support/scenario-schema.js';

const folder = createTempFolder();
const PAGES = { scenario: 'docs/scenario.schema.json', trace: 'docs/trace.schema.json' };
const EXAMPLE = join(findPackageRoot(), 'docs', 'examples', 'trace');

it.each([
  [PAGES.scenario, scenarioJsonSchema],
  [PAGES.trace, createTraceJsonSchema],
] as const)('%s is generated from its reader (to update it: npx vitest run -u)', async (page, schema) => {
  await expect(`${JSON.stringify(schema(), null, 2)}\n`).toMatchFileSnapshot(join(findPackageRoot(), page));
});

it('the trace schema accepts the example, and rejects what the reader rejects', () => {
  const validate = createValidator(createTraceJsonSchema(), 7);
  const records = readFileSync(join(EXAMPLE, 'trace.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const record of records) expect(validate(record), JSON.stringify(record)).toEqual([]);
  const formed = records.find(({ kind }) => kind === 'wave-formed');
  for (const patch of [
    { packer: '0' },
    { reason: 'tired' },
    { quads: [0.5] },
    { kind: 'nap' },
    { cycle: undefined },
  ])
    expect(validate(JSON.parse(JSON.stringify({ ...formed, ...patch }))), JSON.stringify(patch)).not.toEqual(
      [],
    );
});

/** Writes the RTL example's scenario, adding the fields of a model run, and returns the file's path. */
function writeRectangles(name: string, faults: readonly string[] = []): string {
  const example = JSON.parse(
    readFileSync(join(findPackageRoot(), 'docs', 'examples', 'rtl', 'scenario.json'), 'utf8'),
  );
  const runFields = {
    model: MODEL_VERSION,
    schedule: { strategy: 'random', seed: '0x1' },
    faults,
    expects: [],
    freedoms: { ...defaultKnobs(), ...example.freedoms },
  };
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ ...example, ...runFields }));
  return file;
}

describe('replay --export', () => {
  it('prints a test that matches its schema and that check-trace takes, with a trace that compares nothing', async () => {
    const { code, stdout } = await callCli(['replay', 'rmw_buffer@0x1', '--chip', 'navi21', '--export']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    const validate = createValidator(scenarioJsonSchema(), 7);
    expect(validate(document)).toEqual([]);
    const { scenario } = document;
    for (const patch of [
      { chip: 'navi99' },
      { draws: [{ ...scenario.draws[0], samples: 3 }] },
      { memory: [{}] },
    ])
      expect(
        validate({ ...document, scenario: { ...scenario, ...patch } }),
        JSON.stringify(patch),
      ).not.toEqual([]);
    const file = join(folder, 's.json');
    writeFileSync(file, stdout);
    const trace = join(folder, 'trace.jsonl');
    writeFileSync(trace, '{"kind":"draw-begin","cycle":0,"draw":0}\n');
    expect((await callCli(['check-trace', trace, '--scenario', file])).code).toBe(3);
  });

  it('lists accesses that produce the final memory when executed in order', async () => {
    const file = writeRectangles('rectangles.json');
    const { stdout } = await callCli(['replay', file, '--export']);
    const { expected, scenario } = JSON.parse(stdout);
    // Each invocation doubles its word and adds s4 (docs/examples/trace/program.s).
    const addend: number = scenario.draws[0].registers.SPI_SHADER_USER_DATA_PS_4;
    const [object] = scenario.memory;
    const words = Array.from({ length: object.bytes / 4 }, (_, index): number => object.initial[index] ?? 0);
    let loaded = 0;
    for (const { operation, address } of expected.accesses) {
      const index = (address - object.address) / 4;
      if (operation === 'load') loaded = words[index]!;
      else words[index] = (2 * loaded + addend) | 0;
    }
    expect(expected.accesses.length).toBeGreaterThan(4);
    expect(expected.isOnly).toBe(true);
    expect(words).toEqual(expected.memory[0].words);
  });

  it('rejects a deliberately wrong test', async () => {
    const file = writeRectangles('wrong-on-purpose.json', ['F46']);
    const { code, stderr } = await callCli(['replay', file, '--export']);
    expect(code).toBe(2);
    expect(stderr).toContain('it contains a deliberate error (F46)');
  });

  it('rejects options that only apply to a replay', async () => {
    const { code, stderr } = await callCli(['replay', 'rmw_buffer@0x1', '--export', '--break-on', 'ORD-01']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Cannot use --break-on with --export: .*\n$/)]);
  });
});
