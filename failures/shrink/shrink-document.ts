import { formatQuantity } from '../../base/text/index.js';
import type { ScenarioSize } from './scenario-size.js';
import type { ShrinkResult } from './shrink.js';

/** The JSON output of `shrink`. */
interface ShrinkDocument {
  readonly signature: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  /** The file with the shrunk scenario. */
  readonly file: string;
  /** The number of model runs. */
  readonly steps: number;
  readonly seconds: number;
  readonly complete: boolean;
  /** The decisions in the shrunk schedule, as sentences. All other choices take the first alternative. */
  readonly schedule: readonly string[];
}

/** Builds the JSON document. `file` contains the shrunk scenario. */
export function buildShrinkDocument(
  result: ShrinkResult,
  file: string,
  schedule: readonly string[],
): ShrinkDocument {
  const { signature, original, shrunk, steps, seconds, complete } = result;
  return {
    signature,
    original,
    shrunk,
    file,
    steps,
    seconds: Number(seconds.toFixed(3)),
    complete,
    schedule,
  };
}

/** Describes a size in words: `2 waves, 2 primitives, 1 draw, 40 program words, 9 registers, 0 non-default choices`. */
export function formatSize({ waves, primitives, draws, words, registers, choices }: ScenarioSize): string {
  return [
    formatQuantity(waves, 'wave'),
    formatQuantity(primitives, 'primitive'),
    formatQuantity(draws, 'draw'),
    formatQuantity(words, 'program word'),
    formatQuantity(registers, 'register'),
    formatQuantity(choices, 'non-default choice'),
  ].join(', ');
}
