import type { ChipName } from '../../../arch/index.js';
import { resolveReplay } from '../../../failures/stored/replay-source.js';
import { buildRunTimeline, type RunTimeline } from '../../../failures/timeline/run-timeline.js';
import {
  getScreenCoverage,
  getWaveSnapshot,
  groupSlotRows,
  listCacheLines,
  listOrderedWords,
} from '../../../failures/timeline/snapshots.js';
import { getMarkCycle } from '../../../failures/timeline/wave-life.js';
import { replayScenario } from '../../../harness/one-test/replay.js';
import { TraceLines } from '../../../harness/one-test/trace-lines.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';

/** A stream record parsed from a JSON line. */
type StreamRecord = Record<string, number> & {
  kind: string;
  quads: number[];
  addresses: number[];
  words: number[];
};

const RUNS: readonly (readonly [test: string, chip: ChipName])[] = [
  ['smoke:mixed_reads@0x527f31540d23f6bf', 'renoir'],
  ['smoke:generated@0x3', 'navi10'],
  ['smoke:rmw_buffer@0x3', 'navi31'],
];

/** The number of points to check in each run, spread evenly over its records. */
const CHECKED_POINTS = 25;

describe.each(RUNS)('the timeline of %s on %s', (test, chip) => {
  let scenario: Scenario;
  let records: StreamRecord[];
  let timeline: RunTimeline;
  beforeAll(() => {
    ({ scenario } = resolveReplay(test, { ...NO_OVERRIDES, chips: [chip] }, openCorpus()));
    const trace = new TraceLines();
    replayScenario(scenario, { trace: trace.sinkUpTo(Infinity) });
    records = trace.entries.map(({ line }) => JSON.parse(line));
    timeline = buildRunTimeline(
      scenario,
      trace.entries.map(({ line }) => JSON.parse(line) as Transaction),
    );
  });

  const getRecords = (wave: number): StreamRecord[] => records.filter((record) => record.wave === wave);

  it('puts each wave in the row for its packer and slot', () => {
    const rows = groupSlotRows(timeline);
    for (const { wave, packer } of records.filter(({ kind }) => kind === 'wave-formed')) {
      const { slot } = getRecords(wave!).find(({ kind }) => kind === 'wave-launched')!;
      const matches = rows.filter(({ waves }) => waves.some((candidate) => candidate.wave === wave));
      expect(matches.map((row) => [row.packer, row.slot])).toEqual([[packer, slot]]);
    }
  });

  it('keeps each wave in exactly one state at a time, from formation to the release of its slot', () => {
    for (const { wave, phases } of timeline.waves) {
      const transactions = getRecords(wave);
      phases.slice(1).forEach(({ first }, i) => {
        expect(first).toBe(phases[i]!.last);
      });
      const released = transactions.find(({ kind }) => /^(resource|background)-released$/.test(kind))!;
      expect([phases[0]!.first, phases.at(-1)!.last]).toEqual([transactions[0]!.cycle, released.cycle]);
      const launched = transactions.find(({ kind }) => /^(wave|background)-launched$/.test(kind))!;
      const loading = phases.find(({ state }) => state === 'loading')!;
      expect([loading.first, loading.last]).toEqual([launched.cycle, launched.cycle! + launched.loadCycles!]);
    }
  });

  it("places every ordered store by an overlapping wave inside the wave's section", () => {
    const buffers = scenario.memory.filter(({ name }) =>
      scenario.ordered.some(({ object }) => object === name),
    );
    const isOrdered = (address: number): boolean =>
      buffers.some((buffer) => address >= buffer.address && address < buffer.address + buffer.bytes);
    let stores = 0;
    for (const { wave, cycle, addresses } of records.filter(
      (t) => t.kind === 'memory-issued' && String(t.operation) === 'store' && t.addresses.some(isOrdered),
    )) {
      const { phases, overlapped } = timeline.waves.find((w) => w.wave === wave)!;
      if (overlapped.length === 0) continue;
      stores++;
      expect([wave, addresses.length > 0, phases.findLast(({ first }) => first <= cycle!)?.state]).toEqual([
        wave,
        true,
        'in-section',
      ]);
    }
    expect(stores).toBeGreaterThan(10);
  });

  it("reports a wave's pc, counters, last polled id and outstanding accesses at a cycle", () => {
    for (let i = 0; i < records.length; i += Math.ceil(records.length / CHECKED_POINTS)) {
      const { wave, cycle } = records[i]!;
      const found = timeline.waves.find((w) => w.wave === wave);
      if (found === undefined) continue;
      const snapshot = getWaveSnapshot(timeline, found, cycle!);
      let [pc, polled, vm]: (number | undefined)[] = [];
      const outstanding = new Set<number>();
      for (const record of getRecords(wave!)) {
        if (record.cycle! > cycle!) break;
        if (record.kind === 'instructions-issued') pc = record.first;
        else if (record.kind !== 'direct-read-served' && record.pc !== undefined) pc = record.pc;
        if (record.kind === 'exiting-id-polled') polled = record.id;
        if (record.vm !== undefined) vm = record.vm;
        if (record.kind === 'memory-issued') outstanding.add(record.access!);
        if (record.kind === 'memory-returned') outstanding.delete(record.access!);
      }
      expect([snapshot.pcRange?.[0], snapshot.polled, snapshot.counters?.vm]).toEqual([pc, polled, vm]);
      expect(snapshot.outstanding.map(({ issued }) => issued.access)).toEqual([...outstanding]);
    }
  });

  it("marks an exit as visible when the exiting id passes the wave's id", () => {
    const visible = records.filter(({ kind }) => kind === 'exiting-id-visible');
    for (const packer of new Set(visible.map((record) => record.packer!))) {
      const formedWaves = records.filter((t) => t.kind === 'wave-formed' && t.packer === packer);
      const shown = visible.filter((record) => record.packer === packer);
      const idCount = scenario.freedoms.idWrap + 1;
      let exits = 0;
      let id = formedWaves[0]!.id!;
      for (const { id: next, cycle } of shown) {
        for (; id !== next; id = (id + 1) % idCount) {
          const { life } = timeline.waves.find(({ wave }) => wave === formedWaves[exits]!.wave)!;
          expect(getMarkCycle(life, 'exit-visible')).toBe(cycle);
          exits++;
        }
      }
      expect(exits).toBe(formedWaves.length);
    }
  });

  it('lists the invocations that cover each pixel, in primitive order', () => {
    const covered = new Map<string, string[]>();
    for (const { wave, quads, quadCount } of records.filter(({ kind }) => kind === 'wave-formed'))
      for (let quad = 0; quad < quadCount!; quad++) {
        const [x, y, primitive, low, high] = quads.slice(quad * 7) as [
          number,
          number,
          number,
          number,
          number,
        ];
        const masks = [low & 0xffff, low >>> 16, high & 0xffff, high >>> 16];
        masks.forEach((mask, i) => {
          const key = `${x + (i & 1)},${y + (i >> 1)}`;
          if (mask !== 0) covered.set(key, [...(covered.get(key) ?? []), `${primitive}/${wave}`]);
        });
      }
    const byPixel = getScreenCoverage(timeline)!.byPixel;
    expect(byPixel.size).toBe(covered.size);
    const getPrimitive = (text: string): number => Number(text.split('/')[0]);
    for (const [key, expected] of covered)
      expect(byPixel.get(key)!.map(({ primitive, wave }) => `${primitive}/${wave}`)).toEqual(
        expected.sort((a, b) => getPrimitive(a) - getPrimitive(b)),
      );
  });

  it("lists the store that wrote a word's final value as the last access to that word", () => {
    const performed = new Map(
      records.flatMap((t) => (t.kind === 'memory-performed' ? [[t.access, t.cycle]] : [])),
    );
    let compared = 0;
    for (const { object, offset, accesses } of listOrderedWords(timeline)) {
      expect(accesses.map((access) => access.performed)).toEqual(
        accesses.map(({ access }) => performed.get(access)),
      );
      const last = accesses.findLast(({ operation }) => operation !== 'load');
      if (last?.operation !== 'store') continue;
      const dump = records.find((t) => t.kind === 'memory-dumped' && String(t.object) === object)!;
      expect([object, offset, last.value]).toEqual([object, offset, dump.words[offset / 4]]);
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('marks a line as stale exactly while memory holds a newer value', () => {
    const lines = listCacheLines(timeline);
    for (let i = 0; i < records.length; i += Math.ceil(records.length / CHECKED_POINTS)) {
      const { cycle } = records[i]!;
      const stale = lines.filter(
        ({ fillCycle, dropCycle = Infinity, staleFrom = Infinity }) =>
          fillCycle <= cycle! && dropCycle > cycle! && staleFrom <= cycle!,
      );
      const descriptions = stale.map(
        ({ cache, index, address, staleFrom }) => `${cache} ${index} ${address} since ${staleFrom}`,
      );
      expect(descriptions.sort()).toEqual(findStaleLines(records, cycle!).sort());
    }
  });
});

/** Finds the lines that are stale at the end of a cycle, by replaying the stream. */
function findStaleLines(records: readonly StreamRecord[], cycle: number): string[] {
  const lines = new Map<string, { filled: number; since?: number }>();
  const issued = new Map(records.flatMap((t) => (t.kind === 'memory-issued' ? [[t.access, t]] : [])));
  const issuingCache = new Map<number, string>();
  for (const t of records) {
    if (t.cycle! > cycle) break;
    const key = `${t.cache} ${t.index} ${t.address}`;
    if (t.kind === 'line-filled' && !lines.has(key)) lines.set(key, { filled: t.cycle! });
    if (t.kind === 'line-invalidated') lines.delete(key);
    if (t.kind !== 'memory-performed') continue;
    if (String(t.level) !== 'L2') issuingCache.set(t.access!, `${t.level} ${t.cache}`);
    const { operation, addresses, bytes } = issued.get(t.access!)!;
    if (String(t.level) !== 'L2' || String(operation) === 'load') continue;
    for (const [name, line] of lines) {
      const [cache, index, address] = name.split(' ');
      const touches = addresses.some(
        (first) => first >= 0 && first + bytes! > Number(address) && first < Number(address) + 128,
      );
      if (touches && t.cycle! > line.filled && issuingCache.get(t.access!) !== `${cache} ${index}`)
        line.since ??= t.cycle!;
    }
  }
  return [...lines].flatMap(([name, { since }]) => (since === undefined ? [] : [`${name} since ${since}`]));
}
