import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assembleProgram } from '../../arch/index.js';
import { checkTrace, packageRoot } from '../../regression/index.js';
import { runCli, temporaryFolder } from '../cli/support/run-cli.js';

const FOLDER = join(packageRoot(), 'examples', 'trace');
const at = (file: string): string => join(FOLDER, file);
const textOf = (file: string): string => readFileSync(at(file), 'utf8');
const SCENARIO = JSON.parse(textOf('scenario.json'));

type Records = Record<string, unknown>[];

/** The records of the example, of which a test may change its own. */
const records = (): Records =>
  textOf('trace.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const folder = temporaryFolder();

async function changed(change: (records: Records) => Records): Promise<string> {
  const file = join(folder, 'changed.jsonl');
  await writeFile(
    file,
    change(records())
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  );
  return file;
}

it('the example of a trace leaves no rule unchecked, and passes', async () => {
  const { verdict, unchecked, waves } = await checkTrace(at('trace.jsonl'), at('scenario.json'));
  expect({ verdict, unchecked, waves }).toEqual({ verdict: 'pass', unchecked: [], waves: 2 });
});

it('judges it by the same rules where nothing is told of the device', async () => {
  const { freedoms: _, ...untold } = SCENARIO;
  const file = join(folder, 'untold.json');
  await writeFile(file, JSON.stringify(untold));
  const { verdict, unchecked } = await checkTrace(at('trace.jsonl'), file);
  expect({ verdict, unchecked }).toEqual({ verdict: 'pass', unchecked: [] });
});

it('does not say of the bit above prim_mask when it is to be set', async () => {
  const trace = await changed((all) =>
    all.map((record) => {
      if (record.kind !== 'wave-launched') return record;
      const { register } = SCENARIO.programs[0].arguments.find(
        ({ name }: { name: string }) => name === 'prim_mask',
      );
      const sgprs = (record.sgprs as number[]).map((word, place) =>
        place === register ? word | 0x80000000 : word,
      );
      return { ...record, sgprs };
    }),
  );
  const { verdict } = await checkTrace(trace, at('scenario.json'));
  expect(verdict).toBe('pass');
});

it('its words are those of its program', () => {
  const words = assembleProgram(textOf('program.s'), 'gfx10.3');
  expect(Array.from(words, (word) => word >>> 0)).toEqual(SCENARIO.programs[0].words);
});

it.each([
  ['the second wave is told of no overlap', 'wave-formed', { didOverlap: false }, 'ORD-04'],
  ['it polls an id that is ahead', 'exiting-id-polled', { id: 1 }, 'ORD-06'],
  ['its load sees what was there before', 'memory-performed', { data: [0, 0, 0, 0] }, 'VIS-01'],
  ['its slot is not given back', 'resource-released', undefined, 'LAUNCH-01'],
] as const)('fails where %s', async (_, kind, change, rule) => {
  const trace = await changed((all) =>
    all.flatMap((record) => {
      if (record.kind !== kind || record.wave !== 1) return [record];
      return change === undefined ? [] : [{ ...record, ...change }];
    }),
  );
  const { violations } = await checkTrace(trace, at('scenario.json'));
  expect(violations.map((violation) => violation.rule)).toContain(rule);
});

it('says of a trace that a budget ended that this is why nothing is concluded', async () => {
  const cut = await changed((all) => [
    ...all.slice(0, 20),
    { kind: 'stopped', cycle: 200, budget: 'cycles', limit: 200 },
  ]);
  const { code, stdout } = await runCli(['check-trace', cut, '--scenario', at('scenario.json')], folder);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^INCONCLUSIVE .*\nthe traced run ended at a budget \(see its `stopped` record\)/);
});
