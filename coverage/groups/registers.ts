import {
  findMax,
  findRegisterField,
  getFieldName,
  ORDERING_GENERATIONS,
  REGISTER_FIELDS,
  type RegisterField,
} from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, ignoreBin, ignoreCross } from '../dsl/bins.js';
import type { CrossBin } from '../dsl/definition.js';
import { type Cross, NOT_SAMPLED, type ValueBin, type ValuePoint } from '../dsl/definition.js';
import { generationPoint } from './common.js';
import { FORBIDDEN_ONES, ORDERING_FIELDS, UNUSED_VALUES } from './register-values.js';

/** Maximum width, in bits, of a field with one bin per value. Wider fields are binned by range. */
const MAX_BITS_FOR_SINGLE_VALUE_BINS = 3;

/** Names of the fields in the table, as `REGISTER.FIELD`. A field whose position varies by generation appears once. */
const FIELDS = [...new Set(REGISTER_FIELDS.map(getFieldName))];

const POINTS = Object.fromEntries(FIELDS.map((name): [string, ValuePoint] => [name, makePoint(name)]));

/**
 * The values that draws set in each register field of the table. Sampled at a draw's first wave, since a draw without
 * waves exercises nothing.
 */
export const registers = covergroup<string>({
  name: 'registers',
  version: 3,
  text: 'Values of register fields.',
  statements: ['S-113'],
  points: { generation: generationPoint, ...POINTS },
  crosses: Object.keys(ORDERING_FIELDS).map(makeCross),
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      begin() {
        values[point.generation!] = test().generation;
      },
      'wave-formed'({ draw }) {
        if (!facts.isFirstOfDraw) return;
        const { gfx, draws } = test();
        const registers = draws[draw]?.registers;
        if (registers === undefined) return;
        for (let i = 0; i < FIELDS.length; i++) {
          const name = FIELDS[i]!;
          const value = findRegisterField(gfx, registers, name);
          values[point[name]!] = value === undefined ? NOT_SAMPLED : value | 0;
        }
        sampler.sample();
      },
    };
  },
});

function findRows(name: string): readonly RegisterField[] {
  return REGISTER_FIELDS.filter((row) => getFieldName(row) === name);
}

function makePoint(name: string): ValuePoint {
  const unusedValues = UNUSED_VALUES[name];
  const bits = findMax(findRows(name).map(({ low, high }) => high - low + 1));
  const bins = bits <= MAX_BITS_FOR_SINGLE_VALUE_BINS ? makeSingleValueBins(bits) : makeRangeBins(bits);
  return {
    text: 'Values used by draws.',
    statements: ORDERING_FIELDS[name] ?? [],
    bins: bins.map((candidate) =>
      unusedValues?.bins.includes(candidate.name) === true
        ? ignoreBin(candidate.name, candidate.values, unusedValues.reason)
        : candidate,
    ),
  };
}

function makeSingleValueBins(bits: number): ValueBin[] {
  return Array.from({ length: 2 ** bits }, (_, value) => bin(`${value}`, [value]));
}

/** Returns bins for zero, for the lower and upper halves of the values in between, and for the largest value. */
function makeRangeBins(bits: number): ValueBin[] {
  const largest = 2 ** bits - 1;
  const half = 2 ** (bits - 1);
  return [
    bin('0', [0]),
    bin('low', [[1, half - 1]], { text: `1 to ${half - 1}` }),
    bin('high', [[half, largest - 1]], { text: `${half} to ${largest - 1}` }),
    bin('largest', [largest], { text: `${largest}` }),
  ];
}

/** Crosses the generation with a field that ordering depends on (scenarios.md 8, cross 8). */
function makeCross(name: string): Cross {
  const generationsWithField = new Set(findRows(name).flatMap(({ generations }) => generations));
  const generationsWithout = ORDERING_GENERATIONS.filter((gfx) => !generationsWithField.has(gfx));
  const bins: CrossBin[] = [];
  if (generationsWithout.length > 0) {
    const reason = 'The generation does not have the field.';
    bins.push(ignoreCross('generations without it', { generation: generationsWithout }, reason));
  }
  const forbidden = FORBIDDEN_ONES[name];
  if (forbidden !== undefined) {
    const { generation, reason } = forbidden;
    bins.push(ignoreCross(`1 on ${generation.join(', ')}`, { generation, [name]: ['1'] }, reason));
  }
  return { name: `generation x ${name}`, text: 'Values by generation.', of: ['generation', name], bins };
}
