import {
  FIRST_BACKGROUND_WAVE,
  type MemoryIssued,
  type Scenario,
  type Transaction,
} from '../../../../transactions/index.js';
import { createGroupedScene, createVertexScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

const createScenario = (): Scenario =>
  createVertexScene('navi21', {
    vertices: 9,
    instances: 6,
    divisors: [0, 2],
    baseVertex: 3,
    startInstance: 1,
    clamps: false,
    inputs: [Array.from({ length: 12 }, (_, i) => i * i), [1, 2, 3, 4]],
  });

const invertWords = (words: Int32Array): Int32Array => words.map((word) => ~word);

describe('LAUNCH-08', () => {
  test('accepts correct groups and vertices on every generation', () => {
    for (const chip of ['vega20', 'navi14', 'navi21', 'navi33'] as const) {
      const verdict = checkRun(createGroupedScene(chip, { groupSize: [4, 3, 11] }));
      expect(verdict.fired).toEqual({});
      expect(verdict.armed['LAUNCH-08']).toBe(3 * 132);
    }
    expect(checkRun(createScenario()).fired).toEqual({});
  });

  test.each([
    ['a thread', createGroupedScene('navi21')],
    ['a vertex', createScenario()],
  ])('fires when %s outputs a wrong word', (_, scenario) => {
    const corrupt = (t: Transaction): Transaction => {
      if (t.kind !== 'memory-dumped' || t.object !== 'output') return t;
      const words = t.words.slice();
      words[17] ^= 4;
      return { ...t, words };
    };
    expect(checkRun(scenario, corrupt).fired).toEqual({ 'LAUNCH-08': 1 });
  });

  test('blames memory if no access stored the final value of a word, and the launch otherwise', () => {
    const findBlamedUnits = (...kinds: Transaction['kind'][]): string[] => {
      const corrupt = (t: Transaction): Transaction => {
        if (!kinds.includes(t.kind)) return t;
        if (t.kind === 'memory-dumped')
          return t.object === 'output' ? { ...t, words: invertWords(t.words) } : t;
        return t.kind === 'memory-performed' ? { ...t, data: invertWords(t.data) } : t;
      };
      return checkRun(createGroupedScene('navi21'), corrupt)
        .violations.filter(({ rule }) => rule === 'LAUNCH-08')
        .map(({ unit }) => unit);
    };
    expect(new Set(findBlamedUnits('memory-dumped'))).toEqual(new Set(['memory']));
    expect(new Set(findBlamedUnits('memory-dumped', 'memory-performed'))).toEqual(new Set(['spi']));
  });

  test('looks for the last value of a word among stores to memory, not among loads, atomics or data share accesses', () => {
    const findBlamedUnits = (changes: Partial<MemoryIssued>): ReadonlySet<string> => {
      let last: MemoryIssued | undefined;
      const { violations } = checkRun(createGroupedScene('navi21'), (t) => {
        if (t.kind === 'memory-issued' && t.operation === 'store' && t.wave >= FIRST_BACKGROUND_WAVE)
          last = t.space === 'lds' ? last : { ...t, addresses: t.addresses.slice() };
        if (t.kind === 'memory-performed') return { ...t, data: invertWords(t.data) };
        if (t.kind !== 'memory-dumped' || t.object !== 'output') return t;
        const { wave, access, cycle } = { ...last!, access: 1_000_000, cycle: t.cycle };
        const data = new Int32Array(last!.addresses.length);
        return [
          { ...last!, cycle, access, ...changes },
          { kind: 'memory-performed', cycle, wave, access, level: 'L2', data },
          { ...t, words: invertWords(t.words) },
        ];
      });
      return new Set(violations.filter(({ rule }) => rule === 'LAUNCH-08').map(({ unit }) => unit));
    };
    expect(findBlamedUnits({})).toContain('memory');
    for (const operation of ['load', 'atomic'] as const)
      expect(findBlamedUnits({ operation })).toEqual(new Set(['spi']));
    for (const space of ['lds', 'gds'] as const) expect(findBlamedUnits({ space })).toEqual(new Set(['spi']));
  });

  test('reports what is missing if a wave never ends', () => {
    const isEnd = (t: Transaction): boolean => t.kind === 'wave-ended' && t.wave > 2 ** 24;
    const verdict = checkRun(createGroupedScene('navi21'), (t) => (isEnd(t) ? undefined : t));
    expect(verdict.unchecked).toContainEqual({
      rule: 'LAUNCH-08',
      missing: 'the end of every background wave',
    });
  });
});
