import type { Scenario } from '../../transactions/index.js';

/** Counts how often each feature has occurred among the chosen tests. */
export class FeatureCounts {
  private readonly counts = new Map<string, number>();

  /** Computes the total novelty of the given features: the sum of 1 / (1 + occurrences). */
  computeNovelty(features: ReadonlySet<string>): number {
    let sum = 0;
    for (const feature of features) sum += 1 / (1 + (this.counts.get(feature) ?? 0));
    return sum;
  }

  /** Counts the features of a chosen test. */
  add(features: ReadonlySet<string>): void {
    for (const feature of features) this.counts.set(feature, (this.counts.get(feature) ?? 0) + 1);
  }
}

/** The largest knob value that gets its own feature. Larger ones are grouped by powers of two. */
const MAX_EXACT_KNOB = 16;
/**
 * The largest register value that gets its own feature. Larger ones are hashed into 2^REGISTER_CLASS_BITS classes.
 */
const MAX_EXACT_REGISTER = 4096;
const REGISTER_CLASS_BITS = 6;

/**
 * Extracts a scenario's features without running it: the classes of its knob and register values, its chip, wave size,
 * scenes, interlocks and samples, and the descriptors its programs were generated from. Pairs of chip, interlock and
 * program features also count, since covergroup crosses depend on them.
 */
export function extractFeatures(scenario: Scenario): ReadonlySet<string> {
  const standalone = new Set<string>([`wave=${scenario.wave}`]);
  const combinable = new Set<string>([`chip=${scenario.chip}`]);
  for (const [knob, value] of Object.entries(scenario.freedoms))
    standalone.add(`${knob}=${classifyKnobValue(value)}`);
  for (const { descriptor } of scenario.programs) addLeaves(combinable, 'program', descriptor);
  for (const { scene, interlock, samples, registers } of scenario.draws) {
    standalone.add(`scene=${scene}`).add(`samples=${samples}`);
    combinable.add(`interlock=${interlock}`);
    for (const [name, value] of Object.entries(registers))
      standalone.add(`${name}=${classifyRegisterValue(value)}`);
  }
  return new Set([...standalone, ...combinable, ...listPairs([...combinable])]);
}

/**
 * Names the class of a knob value by the values in it, such as `32..63`. Cycle ranges are classified by the power of two
 * of their upper bound.
 */
function classifyKnobValue(value: unknown): string {
  if (Array.isArray(value)) return `up to ${2 ** (Math.floor(Math.log2(Number(value[1]) + 1)) + 1) - 2}`;
  if (typeof value !== 'number' || value <= MAX_EXACT_KNOB) return `${value}`;
  const first = 2 ** Math.floor(Math.log2(value));
  return `${first}..${2 * first - 1}`;
}

/** Returns a register value's class. Large values, mostly addresses and packed fields, are hashed into 64 classes. */
function classifyRegisterValue(value: number): string {
  return value <= MAX_EXACT_REGISTER
    ? `${value}`
    : `#${Math.imul(value, 0x9e3779b1) >>> (32 - REGISTER_CLASS_BITS)}`;
}

/** Adds the values in nested plain data as features, keyed by path. Array indices are ignored. */
function addLeaves(features: Set<string>, path: string, data: unknown): void {
  if (data === undefined) return;
  if (data === null || typeof data !== 'object') {
    features.add(`${path}=${data}`);
    return;
  }
  for (const [key, value] of Object.entries(data))
    addLeaves(features, Array.isArray(data) ? `${path}[]` : `${path}.${key}`, value);
}

function* listPairs(features: readonly string[]): Generator<string> {
  for (let i = 0; i < features.length; i++)
    for (let j = i + 1; j < features.length; j++) yield `${features[i]}&${features[j]}`;
}
