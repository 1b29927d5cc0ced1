import type { Transaction } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { EXIT } from '../collector/wave-facts.js';
import { bin, ignoreBin, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

type Action = Extract<Transaction, { kind: 'translation-failed' }>['action'];

const ACTIONS: readonly Action[] = ['replay', 'trap', 'halt'];

const PLACES = ['ahead of the section', 'in the section', 'after the exit'] as const;

/** Failed address translations, including those that succeed when replayed. Sampled at each failure. */
export const translation = covergroup({
  name: 'translation',
  version: 2,
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
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      'translation-failed'({ wave, action }) {
        values[point.action] = ACTIONS.indexOf(action);
        values[point.place] = facts.isInterlocked(wave, test()) ? classifyPlace(wave) : NOT_SAMPLED;
        sampler.sample();
      },
    };

    /** Returns the index into `PLACES`. */
    function classifyPlace(wave: number): number {
      if (facts.exit.get(wave) !== EXIT.NONE) return 2;
      return facts.ordered.get(wave) > 0 ? 1 : 0;
    }
  },
});
