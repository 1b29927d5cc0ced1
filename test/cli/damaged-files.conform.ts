import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { appendEvents, readEvents } from '../../harness/run-directory/event-log.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const run = join(folder, 'run');
let failure: string;

beforeAll(async () => {
  const args = 'run smoke --test empty_section --fault F46 --seed 0x1 --count 20'.split(' ');
  expect((await callCli([...args, '--out', run])).code).toBe(1);
  const scenarioPath = readdirSync(run, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('scenario.msgpack'),
  )!;
  failure = join(run, scenarioPath, '..');
});

/** Flips one bit at each of three positions in a file, one at a time, and calls `check` after each flip. */
async function flipBits(file: string, check: () => Promise<void>): Promise<void> {
  const bytes = readFileSync(file);
  for (let quarter = 1; quarter < 4; quarter++) {
    const damaged = Buffer.from(bytes);
    damaged[Math.floor((bytes.length * quarter) / 4)]! ^= 1 << (quarter % 8);
    writeFileSync(file, damaged);
    await check();
  }
  writeFileSync(file, bytes);
}

it('replays an intact scenario but rejects one with a flipped bit', async () => {
  await flipBits(join(failure, 'scenario.msgpack'), async () => {
    const { code, stderr } = await callCli(['replay', failure]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/corrupt or modified: its hash does not match the log\n$/),
    ]);
  });
  expect(await callCli(['replay', failure])).toMatchObject({ code: 1, stderr: '' });
});

it('believes neither a manifest with a flipped bit nor a log whose failures are gone', async () => {
  const copy = join(folder, 'believed');
  cpSync(run, copy, { recursive: true });
  for (const [from, to] of [
    ['"0x1"', '"0x3"'],
    ['"F46"', '"F47"'],
    ['"count": 20', '"count": 21'],
  ]) {
    const manifest = readFileSync(join(run, 'manifest.json'), 'utf8');
    writeFileSync(join(copy, 'manifest.json'), manifest.replace(from!, to!));
    for (const command of ['report', 'merge --out=never', 'run --resume', 'run --rerun']) {
      const { code, stderr } = await callCli([...command.split(' '), copy]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/manifest.json": corrupt or modified/)]);
    }
  }
  cpSync(run, copy, { recursive: true });
  const log = join(copy, 'events.msgpack');
  const events = readEvents(log).filter(({ event }) => event !== 'failed');
  writeFileSync(log, '');
  appendEvents(log, events);
  expect((await callCli(['report', copy, '--json'])).stdout).toMatch(/"endedBy": "interrupted"/);
  const { code, stdout, stderr } = await callCli(['merge', copy, '--out', join(folder, 'unproven')]);
  expect([code, stdout], stderr).toEqual([4, expect.stringMatching(/^PARTIAL/m)]);
});

it('shows intact coverage but rejects coverage with a flipped bit', async () => {
  await flipBits(join(run, 'coverage', 'coverage.msgpack'), async () => {
    const { code, stderr } = await callCli(['coverage', 'show', run]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^No coverage in "[^\n]+\n$/)]);
  });
  expect((await callCli(['coverage', 'show', run])).code).toBe(0);
});

it('replays a failure that was copied out of its run, even without the log', async () => {
  cpSync(failure, join(folder, 'mailed'), { recursive: true });
  expect((await callCli(['replay', join(folder, 'mailed')])).code).toBe(1);
});

it('accepts the scenario that shrink writes, and reports later changes to it', async () => {
  expect((await callCli(['shrink', failure, '--budget', '1s'])).code).toBe(1);
  const shrunk = join(failure, 'shrunk.json');
  expect(await callCli(['replay', shrunk])).toMatchObject({ code: 1, stderr: '' });
  expect(await callCli(['report', run])).toMatchObject({ code: 0, stderr: '' });
  appendFileSync(shrunk, '\n');
  const path = relative(run, shrunk);
  expect(await callCli(['report', run])).toMatchObject({
    code: 0,
    stderr: `Not in the report: ${path}: corrupt or modified: its hash does not match the log\n`,
  });
});
