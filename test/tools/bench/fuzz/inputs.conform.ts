import { join } from 'node:path';
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { COMMANDS } from '../../../../cli/commands.js';
import { fuzzSubject } from '../../../../tools/bench/fuzz/campaign.js';
import { makeInputs, makeSmallRun, prepareInputs } from '../../../../tools/bench/fuzz/inputs.js';
import { makeLines } from '../../../../tools/bench/fuzz/lines.js';
import { MonitoredChild } from '../../../../tools/bench/fuzz/monitored-child.js';
import { INPUT_READERS, readAs } from '../../../../tools/bench/fuzz/readers.js';
import { makeChildSubjects } from '../../../../tools/bench/fuzz/subjects.js';
import { Tally } from '../../../../tools/bench/fuzz/tally.js';
import { UsageError } from '../../../../transactions/index.js';
import { createTempFolder } from '../../../cli/support/run-cli.js';

describe('hostile files', () => {
  const folder = createTempFolder();
  const run = makeSmallRun();
  const inputs = makeInputs(run);
  prepareInputs(folder, run);

  it('are made for every input reader', () => {
    expect(Object.keys(inputs).sort()).toEqual(INPUT_READERS.map(({ kind }) => kind).sort());
  });

  it('are partly read and partly rejected', async () => {
    const outcomes = { read: 0, refused: 0 };
    for (const reader of INPUT_READERS)
      for (const bytes of fc.sample(inputs[reader.kind]!, { seed: 5, numRuns: 10 }))
        outcomes[await readAs(reader, bytes, folder)]++;
    expect(outcomes.read).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(80);
  });

  it('are the same for the same seed', () => {
    for (const kind of ['elf', 'log', 'trace-msgpack', 'state'])
      expect(fc.sample(inputs[kind]!, { seed: 5, numRuns: 3 })).toEqual(
        fc.sample(inputs[kind]!, { seed: 5, numRuns: 3 }),
      );
  });

  it('are findings if they crash their reader or cause an error message of several lines', async () => {
    const makeThrowing = (error: Error) => ({
      ...INPUT_READERS[0]!,
      read: () => {
        throw error;
      },
    });
    await expect(readAs(makeThrowing(new TypeError('x')), new Uint8Array(), folder)).rejects.toThrow('x');
    const multiLine = Object.assign(new UsageError('a'), { message: 'a\nb' });
    await expect(readAs(makeThrowing(multiLine), new Uint8Array(), folder)).rejects.toThrow(
      'not a single printable line',
    );
    expect(await readAs(makeThrowing(new UsageError('a\nb')), new Uint8Array(), folder)).toBe('refused');
  });
});

it('a child process answers with the problem of a request that throws, and goes on', async () => {
  const child = new MonitoredChild((folder) => {
    for (const part of ['inputs', 'lines']) prepareInputs(join(folder, part), makeSmallRun());
  });
  onTestFinished(() => child.close());
  const bytes = Buffer.from('[]');
  const request = { reader: 'waivers', bytes };
  expect(await child.ask(request)).toEqual({ outcome: 'read' });
  expect(await child.ask({ reader: 'none', bytes })).toMatchObject({
    problem: expect.stringContaining('undefined'),
  });
  expect(await child.ask(request)).toEqual({ outcome: 'read' });
});

describe('hostile command lines', () => {
  it('are of every command, with both valid and invalid words, and the same for the same seed', async () => {
    const lines = await makeLines();
    const sample = fc.sample(lines, { seed: 5, numRuns: 600 });
    expect(new Set(sample.map(([command]) => command)).size).toBe(COMMANDS.length);
    expect(fc.sample(lines, { seed: 5, numRuns: 600 })).toEqual(sample);
    for (const word of ['scenario.json', '--chip', 'navi21', '__proto__', ''])
      expect(sample.flat()).toContain(word);
    expect(sample.flat()).not.toContain('--open');
  });

  it('never exit with code 4, with files, folders, devices and missing paths', async () => {
    const tally = new Tally();
    const { lines, close } = await makeChildSubjects(tally);
    onTestFinished(close);
    expect(await fuzzSubject(lines, 0x5eed, 40)).toBeUndefined();
    expect(tally.format()).toMatch(/[1-9]\d {2}lines: exit code 2/);
  });
});
