import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { chipOf, isAtLeast } from '../../arch/index.js';
import { type HardwareChoice, runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import type { Scenario, Transaction, TransactionKind } from '../../transactions/index.js';
import { deepCopy } from '../support/deep-copy.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** Arbitrary fault-free scenarios from the sequences. */
const scenarios = fc
  .tuple(fc.constantFrom(...SEQUENCES), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }))
  .map(([sequence, seed]) => drawScenario(sequence, `0x${seed.toString(16)}`));

type OfKind<K extends TransactionKind> = Extract<Transaction, { kind: K }>;

function recordStream(scenario: Scenario) {
  const stream: Transaction[] = [];
  const result = runScenario(scenario, (t) => {
    stream.push(deepCopy(t.kind === 'memory-performed' ? { ...t, data: t.data.subarray(0, 0) } : t));
  });
  return { stream, result };
}

function recordChoices(scenario: Scenario) {
  const choices: HardwareChoice[] = [];
  const result = runScenario(scenario, null, { record: true, onChoice: (choice) => choices.push(choice) });
  return { choices, result };
}

function filterKind<K extends TransactionKind>(stream: readonly Transaction[], kind: K): OfKind<K>[] {
  return stream.filter((t): t is OfKind<K> => t.kind === kind);
}

/** A scenario and two runs of it, shared by all laws: one with its stream, and one with its recorded choices. */
type Runs = { readonly scenario: Scenario } & ReturnType<typeof recordStream> & {
    readonly recording: ReturnType<typeof recordChoices>;
  };

/** The number of scenarios. They come from a fixed seed because some take a long time. */
const SCENARIO_COUNT = 14;
let allRuns: readonly Runs[] = [];
beforeAll(() => {
  allRuns = fc
    .sample(scenarios, { numRuns: SCENARIO_COUNT, seed: 1 })
    .map((scenario) => ({ scenario, ...recordStream(scenario), recording: recordChoices(scenario) }));
});

function law(title: string, check: (stream: readonly Transaction[], runs: Runs) => void): void {
  it(title, () => {
    for (const runs of allRuns) {
      try {
        check(runs.stream, runs);
      } catch (cause) {
        throw new Error(`violated by ${JSON.stringify(runs.scenario)}`, { cause });
      }
    }
  });
}

describe('in any scenario, the model', () => {
  law('never goes backwards in time, and comes to rest with nothing waiting', (stream) => {
    const cycles = stream.map(({ cycle }) => cycle);
    expect(cycles).toEqual([...cycles].sort((a, b) => a - b));
    expect(filterKind(stream, 'quiesced')[0].waiting).toEqual([]);
  });

  law("launches each of a packer's waves once, in formation order (pipeline.md 4)", (stream) => {
    const formed = filterKind(stream, 'wave-formed');
    const packerByWave = new Map(formed.map(({ wave, packer }) => [wave, packer]));
    const launched = filterKind(stream, 'wave-launched').map(({ wave }) => wave);
    expect(new Set(launched).size).toBe(formed.length);
    for (const packer of new Set(packerByWave.values())) {
      const order = launched.filter((wave) => packerByWave.get(wave) === packer);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });

  law(
    'launches at most one wave per cycle, and never has more waves than slots (P-036, P-069)',
    (stream, { scenario }) => {
      const cycles = filterKind(stream, 'wave-launched').map(({ cycle }) => cycle);
      expect(new Set(cycles).size).toBe(cycles.length);
      const usedSlots = new Set<number>();
      for (const t of stream) {
        if (t.kind === 'wave-launched') {
          expect(usedSlots.has(t.slot)).toBe(false);
          usedSlots.add(t.slot);
          expect(usedSlots.size).toBeLessThanOrEqual(scenario.freedoms.waveSlots);
        } else if (t.kind === 'resource-released') usedSlots.delete(t.slot);
      }
      expect(usedSlots.size).toBe(0);
    },
  );

  law(
    "assigns a packer's ids in sequence, and never one that polls could mistake for an earlier id (S-035)",
    (stream, { scenario }) => {
      const { idWrap, idStart, idWindow } = scenario.freedoms;
      const counts = new Map<number, number>();
      const visibleIds = new Map<number, number>();
      const exits = new Map<number, number>();
      for (const t of stream) {
        if (t.kind === 'section-exit') exits.set(t.wave, t.cycle);
        if (t.kind === 'exiting-id-visible') visibleIds.set(t.packer, t.id);
        if (t.kind !== 'wave-formed') continue;
        const count = counts.get(t.packer) ?? 0;
        counts.set(t.packer, count + 1);
        expect(t.id).toBe((count + idStart) % (idWrap + 1));
        if (isAtLeast(chipOf(scenario.chip).gfx, 'gfx11')) continue;
        const oldest = visibleIds.get(t.packer) ?? idStart;
        expect((t.id - oldest + idWrap + 1) % (idWrap + 1)).toBeLessThanOrEqual(idWindow);
      }
    },
  );

  law("performs and returns a wave's vector accesses in issue order", (stream) => {
    const vector = new Map(
      filterKind(stream, 'memory-issued')
        .filter(({ space }) => space !== 'scalar')
        // The data shares have a path each, which one counter counts.
        .map(({ access, wave, counter, space }) => [
          access,
          `${wave} ${counter} ${space === 'gds' ? space : ''}`,
        ]),
    );
    for (const kind of ['memory-performed', 'memory-returned'] as const) {
      const last = new Map<string, number>();
      for (const { access } of filterKind(stream, kind)) {
        const path = vector.get(access);
        if (path === undefined) continue;
        expect(access).toBeGreaterThan(last.get(path) ?? -1);
        last.set(path, access);
      }
    }
  });

  law(
    'never allocates more export space than a packer has, and frees all of it (P-090)',
    (stream, { scenario }) => {
      const heldCounts = new Map<number, number>();
      for (const t of stream) {
        if (t.kind !== 'sx-alloc' && t.kind !== 'sx-freed') continue;
        heldCounts.set(t.packer, (heldCounts.get(t.packer) ?? 0) + (t.kind === 'sx-alloc' ? 1 : -1));
        // Position space has its own limit and belongs to no packer.
        if (t.packer >= 0)
          expect(heldCounts.get(t.packer)).toBeLessThanOrEqual(scenario.freedoms.exportSpace);
      }
      for (const count of heldCounts.values()) expect(count).toBe(0);
    },
  );

  law('repeats a run from its recorded schedule', (stream, { scenario, recording }) => {
    const schedule = { strategy: 'replay' as const, choices: recording.result.choices! };
    // `toEqual` on this much data would take up most of the test's time.
    expect(isDeepStrictEqual(recordStream({ ...scenario, schedule }).stream, stream)).toBe(true);
  });

  law('repeats a run from its decisions alone', (stream, { scenario, recording }) => {
    const decisions = recording.choices.flatMap(({ decision }) => decision ?? []);
    const schedule = { strategy: 'decisions' as const, decisions };
    expect(isDeepStrictEqual(recordStream({ ...scenario, schedule }).stream, stream)).toBe(true);
  });

  law(
    'reports each recorded choice to a listener, with the subjects of simultaneous events',
    (_, { recording: { choices, result } }) => {
      const answers = Array.from(choices, ({ answer }) => answer);
      expect(isDeepStrictEqual(answers, result.choices)).toBe(true);
      const ties = choices.filter(({ point }) => point === 'EVENT_ORDER');
      expect(ties.every(({ events, alternatives }) => events?.length === alternatives)).toBe(true);
    },
  );

  law('gives the same result with and without a listener', (_, { result, recording }) => {
    expect({ ...recording.result, choices: result.choices }).toEqual(result);
  });
});
