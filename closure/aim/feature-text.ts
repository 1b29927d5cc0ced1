import { CHIP_NAMES, chipOf, lookup } from '../../arch/index.js';
import { formatKnobSettings } from '../../base/basics/index.js';
import { parseKnobClass } from '../../harness/steering/index.js';
import { isKnobName, KNOBS } from '../../transactions/index.js';

/** Maps features to the `within` fields that request them in a suite file. */
const FIELDS: Readonly<Record<string, string>> = lookup({
  scene: 'scenes',
  samples: 'samples',
  wave: 'wave',
});

/**
 * Describes a test feature and how to request it: `--set exportBuses=8`, `idWindow 32 to 63 (--set idWindow=32)`,
 * `scene=fan (within.scenes in a suite file)`. Returns just the feature if it can only be requested by a function in a
 * suite file.
 */
export function describeFeature(feature: string): string {
  const separator = feature.indexOf('=');
  const [name, value] = [feature.slice(0, separator), feature.slice(separator + 1)];
  if (isKnobName(name)) return formatKnob(name, value);
  if (name === 'chip') return `${feature} (--chip ${value})`;
  if (name === 'generation') return `${feature} (--chip ${findChips(value).join(',')})`;
  if (name === 'sequence') return `${feature} (--test ${value})`;
  return Object.hasOwn(FIELDS, name) ? `${feature} (within.${FIELDS[name]} in a suite file)` : feature;
}

function findChips(generation: string): readonly string[] {
  return CHIP_NAMES.filter((name) => chipOf(name).gfx === generation);
}

function formatKnob(name: keyof typeof KNOBS, value: string): string {
  const knob = KNOBS[name];
  const { min, max, example } = parseKnobClass(knob, value);
  const [setting] = formatKnobSettings({ [name]: example });
  if (min === max && knob.kind === 'value') return `--set ${setting}`;
  const values = min === max ? `${min}` : `${min} to ${max}`;
  return `${name} ${knob.kind === 'range' ? 'up to ' : ''}${values} (--set ${setting})`;
}
