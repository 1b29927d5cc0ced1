import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORDERED_PS_DONE } from '../../arch/index.js';
import { resolveReplay } from '../../failures/stored/replay-source.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../harness/selection/selection.js';
import { encodeScenario } from '../../transactions/index.js';
import { hasTool } from '../support/external-tool.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { type DumpSignal, getValueAt, readDump } from './support/value-dump.js';

const folder = createTempFolder();
const { scenario } = resolveReplay(
  'smoke:rmw_buffer@0x660c72c6889efb88',
  { ...NO_OVERRIDES, faults: ['F46'], chips: ['navi21'] },
  openCorpus(),
);
/** A record from the run's trace. */
type StreamRecord = { kind: string; cycle: number; wave?: number } & Record<string, number>;
let stream: StreamRecord[] = [];
let violation: { rule: string; cycle: number };

/** Replays the scenario in its own failure folder. Returns the output document and a function that reads the files. */
async function replayTraced(name: string, ...options: string[]) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'scenario.msgpack'), encodeScenario(scenario));
  const { stdout } = await callCli(['replay', path, '--json', ...options]);
  const text = (file: string): string => readFileSync(join(path, file), 'utf8');
  return { path, document: JSON.parse(stdout), text };
}

const parseRecords = (text: string): StreamRecord[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));

let fullTrace: Awaited<ReturnType<typeof replayTraced>>;

beforeAll(async () => {
  fullTrace = await replayTraced('full', '--trace', 'vcd,jsonl');
  stream = parseRecords(fullTrace.text('trace.jsonl'));
  violation = fullTrace.document.violations[0];
});

describe.runIf(hasTool('vcd2fst', 'gtkwave'))('a trace for GTKWave', () => {
  /** The dump after GTKWave's tools have parsed it and written it out again. */
  let signals: DumpSignal[] = [];
  beforeAll(() => {
    const fst = join(fullTrace.path, 'trace.fst');
    execFileSync('vcd2fst', [join(fullTrace.path, 'trace.vcd'), fst]);
    signals = readDump(execFileSync('fst2vcd', [fst], { encoding: 'utf8', maxBuffer: 2 ** 28 }));
  });
  const findSignal = (signals: readonly DumpSignal[], path: string): DumpSignal =>
    signals.find((signal) => signal.path === path)!;

  it('shows the wave in each slot from its launch until it releases the slot', () => {
    const launched = stream.filter(({ kind }) => kind === 'wave-launched');
    expect(launched.length).toBeGreaterThan(20);
    for (const { wave, cycle, slot, simd } of launched) {
      const released = stream.find((t) => t.kind === 'resource-released' && t.wave === wave);
      const end = released?.cycle ?? stream.at(-1)!.cycle + 1;
      const shown = findSignal(signals, `pops.sq.simd${simd}.slot${slot}.wave`);
      expect([wave, getValueAt(shown, cycle), getValueAt(shown, end - 1)]).toEqual([
        wave,
        `${wave}`,
        `${wave}`,
      ]);
      if (released !== undefined) expect(getValueAt(shown, end)).not.toBe(`${wave}`);
    }
  });

  it("shows a wave's states by name, and its section from the last poll until the message", () => {
    const messages = stream.filter(
      ({ kind, message }) => kind === 'message-sent' && message === ORDERED_PS_DONE,
    );
    const polled = stream.find(
      (t) => t.kind === 'exiting-id-polled' && messages.some((m) => m.wave === t.wave),
    )!;
    const waveRecords = stream.filter(({ wave }) => wave === polled.wave);
    const entry = waveRecords.filter(({ kind }) => kind === 'exiting-id-polled').at(-1)!.cycle;
    const exit = messages.find(({ wave }) => wave === polled.wave)!.cycle;
    const { slot, simd } = waveRecords.find(({ kind }) => kind === 'wave-launched')!;
    const state = findSignal(signals, `pops.sq.simd${simd}.slot${slot}.state`);
    const section = findSignal(signals, `pops.sq.simd${simd}.slot${slot}.section`);
    const findValuesAt = (cycle: number) => [getValueAt(state, cycle), getValueAt(section, cycle)];
    expect(findValuesAt(entry)).toEqual(['in-section', '1']);
    expect(findValuesAt(exit - 1)).toEqual(['in-section', '1']);
    expect(findValuesAt(exit)).toEqual(['leaving', '0']);
    if (entry > polled.cycle) expect(getValueAt(state, polled.cycle)).toBe('waiting-for-entry');
  });

  it('shows each exiting id from the cycle in which it became visible, and the violation at its cycle', () => {
    const visible = stream.filter(({ kind, packer }) => kind === 'exiting-id-visible' && packer === 0);
    const shown = findSignal(signals, 'pops.packer0.visible_id').changes.filter(([, value]) => value !== 'x');
    expect(shown).toEqual(visible.map(({ cycle, id }) => [cycle, `${id}`]));
    expect(getValueAt(findSignal(signals, 'pops.verdict.rule'), violation.cycle)).toBe(violation.rule);
    expect(getValueAt(findSignal(signals, 'pops.verdict.rule'), violation.cycle - 1)).toBe('');
  });

  it('says the same to GTKWave as to other readers', () => {
    expect(signals).toEqual(readDump(fullTrace.text('trace.vcd')));
  });
});

describe('a partial trace', () => {
  const PARTIAL_TRACE = ['--window', '300..500', '--waves', '0,13', '--trace', 'vcd,jsonl'];
  let files: string[] = [];
  beforeAll(async () => {
    const args = ['replay', fullTrace.path, '--json', ...PARTIAL_TRACE, '--break-on', violation.rule];
    files = JSON.parse((await callCli(args)).stdout).traces;
  });

  it('never overwrites a stored trace', () => {
    expect(files).toEqual(['jsonl', 'vcd'].map((kind) => join(fullTrace.path, `trace-2.${kind}`)));
    expect(parseRecords(fullTrace.text('trace.jsonl'))).toEqual(stream);
  });

  it('contains nothing outside its window or after the cycle of the violation', () => {
    expect(violation.cycle).toBeLessThan(500);
    const isInWindow = (cycle: number): boolean => cycle >= 300 && cycle <= violation.cycle;
    const isInTrace = ({ cycle, wave }: StreamRecord): boolean =>
      isInWindow(cycle) && (wave === undefined || wave === 0 || wave === 13);
    expect(parseRecords(fullTrace.text('trace-2.jsonl'))).toEqual(stream.filter(isInTrace));
    const dumped = readDump(fullTrace.text('trace-2.vcd')).flatMap(({ changes }) => changes);
    expect(dumped.every(([cycle]) => isInWindow(cycle))).toBe(true);
  });

  it('starts with the values at the start of its window, but only for the selected waves', () => {
    const fullDump = readDump(fullTrace.text('trace.vcd'));
    const partialDump = readDump(fullTrace.text('trace-2.vcd'));
    const slots = partialDump.filter(({ path }) => path.startsWith('pops.sq'));
    expect(slots.length).toBeGreaterThan(8);
    for (const { path, changes } of slots) {
      const fullSignal = fullDump.find((signal) => signal.path === path)!;
      expect([path, changes[0]![1]]).toEqual([path, getValueAt(fullSignal, 300)]);
    }
    const waves = slots.filter(({ path }) => path.endsWith('.wave')).flatMap(({ changes }) => changes);
    expect(new Set(waves.map(([, value]) => value))).toEqual(new Set(['0', '13']));
  });
});
