import type { BackgroundSource, MemoryIssued, TranslationFailed } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { EXIT } from '../collector/wave-facts.js';
import { bin, ignoreBin, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

const ACTIONS: readonly TranslationFailed['action'][] = ['replay', 'trap', 'halt'];

const OPERATIONS = ['scalar load', 'load', 'store', 'atomic'] as const;

/** The accesses of each source of waves. */
const ACCESSES = [
  ...OPERATIONS.map((operation) => `pixel ${operation}`),
  'geometry load',
  'geometry store',
  ...OPERATIONS.map((operation) => `compute ${operation}`),
];

const PLACES = ['ahead of the section', 'in the section', 'after the exit'] as const;

/** Failed address translations, including those that succeed when replayed. Sampled at each failure. */
export const translation = covergroup({
  name: 'translation',
  version: 3,
  text: 'Accesses whose address translation fails.',
  statements: ['P-022', 'P-146'],
  points: {
    generation: generationPoint,
    action: {
      text: 'How the shader continues after the failure.',
      bins: [
        bin('replay', [0], { statements: ['P-022', 'P-146', 'P-147'] }),
        bin('trap', [1], { text: 'a trap handler runs first', statements: ['P-148'] }),
        ignoreBin('halt', [2], 'A halted wave never exits; a project test runs one (P-149).'),
      ],
    },
    access: {
      text: 'Where the wave comes from, and what the access does. Geometry waves only load and store.',
      statements: ['P-049', 'P-146'],
      bins: labelBins(ACCESSES),
    },
    place: {
      text: 'Where the failure occurs in an interlocked wave; the section begins with the first ordered access.',
      statements: ['P-146', 'P-148'],
      bins: labelBins(PLACES),
    },
  },
  crosses: [
    { text: 'Failures before, in and after sections.', of: ['action', 'place'] },
    { text: 'Failures on each generation.', of: ['generation', 'action'] },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    /** The source of each background wave. */
    const sources = table.perTest(new Map<number, BackgroundSource>());
    /** What the access that was issued last does; a failure concerns this one. */
    let operation: (typeof OPERATIONS)[number] = 'load';
    const issue = (t: MemoryIssued): void => {
      operation = t.space === 'scalar' ? 'scalar load' : t.operation;
    };
    const sample = (
      { action }: TranslationFailed,
      source: 'pixel' | BackgroundSource,
      place: number,
    ): void => {
      values[point.action] = ACTIONS.indexOf(action);
      values[point.access] = ACCESSES.indexOf(`${source} ${operation}`);
      values[point.place] = place;
      sampler.sample();
    };
    return {
      'background-formed'({ wave, source }) {
        sources.set(wave, source);
      },
      'memory-issued': issue,
      'translation-failed'(t) {
        sample(t, 'pixel', facts.isInterlocked(t.wave, test()) ? classifyPlace(t.wave) : NOT_SAMPLED);
      },
      background: {
        'memory-issued': issue,
        'translation-failed'(t) {
          sample(t, sources.get(t.wave)!, NOT_SAMPLED);
        },
      },
    };

    /** Returns the index into `PLACES`. */
    function classifyPlace(wave: number): number {
      if (facts.exit.get(wave) !== EXIT.NONE) return 2;
      return facts.ordered.get(wave) > 0 ? 1 : 0;
    }
  },
});
