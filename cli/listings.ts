import {
  CHIP_NAMES,
  chipOf,
  type Gfx,
  getRegisterAddress,
  HAZARDS,
  lookup,
  OPERAND_ROWS,
  REGISTER_FIELDS,
} from '../arch/index.js';
import { getHazardRule, getOperandRule, listSkips, RULES, type Rule } from '../checkers/index.js';
import { getHardwareUnknowns } from '../closure/testplan/index.js';
import { COVERAGE_MODEL } from '../coverage/index.js';
import { describeKnobDomain, formatKnobSettings } from '../harness/basics/index.js';
import { getUserSequences } from '../harness/extension/index.js';
import {
  getCellName,
  LAWFUL_SEQUENCES,
  LITMUS_SEQUENCES,
  listCellChips,
  MATRIX_CELLS,
  type MatrixCell,
  SCENE_SHAPES,
  SEQUENCES,
  SUITES,
} from '../stimulus/index.js';
import { defaultKnobs, FAULTS, KNOBS, type Knob, SCENE_NAMES, SCENES } from '../transactions/index.js';

/** The rows of one listing. The keys of the first row are the column titles. */
export type Listing = readonly Readonly<Record<string, unknown>>[];

/** The listings that `list` can show, by name. */
export const LISTINGS: Readonly<Record<string, () => Listing>> = lookup({
  tests: () => [
    ...[...SEQUENCES, ...LITMUS_SEQUENCES, ...LAWFUL_SEQUENCES].map(({ name, chips, faults, text }) => ({
      name,
      chips,
      faults,
      text,
    })),
    ...MATRIX_CELLS.map(createMatrixRow),
    ...getUserSequences().map(({ name, chips = CHIP_NAMES, text = '' }) => ({
      name,
      chips,
      faults: [],
      text,
    })),
  ],
  suites: () =>
    Object.values(SUITES).map(({ name, count = 'each once', seed = 'fresh', tests, text }) => ({
      name,
      count,
      seed,
      tests:
        count === 'each once' ? tests.length : tests.map(({ sequence, weight }) => `${sequence}*${weight}`),
      text,
    })),
  chips: () =>
    CHIP_NAMES.map(chipOf).map(({ quirks = {}, runsProgramsOf, ...chip }) => ({
      name: chip.name,
      gfx: chip.gfx,
      processor: chip.processor,
      packers: chip.packers,
      waveSizes: chip.waveSizes,
      shaderArrays: chip.shaderArrays,
      wgpsPerArray: chip.wgpsPerArray,
      programs: runsProgramsOf ?? 'own',
      quirks: Object.keys(quirks),
      lacks: chip.missingRegisters ?? [],
    })),
  faults: () =>
    FAULTS.map(({ id, where, generations, classes, title }) => ({ id, where, generations, classes, title })),
  rules: () =>
    RULES.map((rule: Rule) => ({
      id: rule.id,
      severity: rule.severity,
      generations: rule.generations,
      statements: rule.statements,
      text: rule.text,
      skips: listSkips(rule),
    })),
  coverpoints: () =>
    COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
      compiled.items.map(({ name, kind, count }) => ({
        covergroup: compiled.definition.name,
        name,
        kind,
        bins: count,
      })),
    ),
  knobs: listKnobs,
  unknowns: () =>
    getHardwareUnknowns().map(({ id, question, modelled, decides }) => ({ id, question, modelled, decides })),
  scenes: () => SCENE_NAMES.map((name) => ({ name, kind: SCENE_SHAPES[name].kind, text: SCENES[name] })),
  hazards: () => listHazards(),
  registers: () =>
    REGISTER_FIELDS.map(({ register, field, low, high, generations }) => ({
      register,
      field,
      bits: low === high ? `${low}` : `${high}:${low}`,
      address: formatAddress(register, generations),
      generations,
    })),
});

/** Returns the row for a cell of the scenario matrix. The row's name is a glob that matches the cell's tests. */
function createMatrixRow(cell: MatrixCell): Listing[number] {
  const reasons =
    cell.kind === 'forbidden'
      ? [`forbidden: ${cell.reason}`]
      : Object.entries(cell.forbidden ?? {}).map(([gfx, reason]) => `forbidden on ${gfx}: ${reason}`);
  return {
    name: `${getCellName(cell)}-*`,
    chips: listCellChips(cell),
    faults: [],
    text: [cell.title, ...reasons].join('; '),
  };
}

/** Lists hazards between instructions, then rules on operands. `rule` is empty if a hazard is not judged. */
function listHazards(): Listing {
  return [
    ...HAZARDS.map((row) => ({
      id: row.id,
      generations: row.generations,
      rule: row.forms === undefined ? '' : getHazardRule(row),
      sure: row.sure,
      text: `${row.producer}; ${row.consumer}: ${row.needs}${row.wave === undefined ? '' : ` (wave${row.wave})`}`,
      otherwise: row.unjudged ?? row.consequence,
      source: row.source,
    })),
    ...OPERAND_ROWS.map((row) => ({
      id: row.id,
      generations: row.generations,
      rule: row.unjudged === undefined ? getOperandRule(row) : '',
      sure: row.sure,
      text: row.requires,
      otherwise: row.unjudged ?? row.consequence,
      source: row.source,
    })),
  ];
}

function listKnobs(): Listing {
  const defaults = new Map(formatKnobSettings(defaultKnobs()).map((text) => splitSetting(text)));
  return (Object.entries(KNOBS) as [string, Knob][]).map(([name, knob]) => ({
    name,
    default: defaults.get(name)!,
    domain: describeKnobDomain(knob),
    source: knob.source,
    text: knob.text,
  }));
}

function splitSetting(text: string): [name: string, value: string] {
  const separator = text.indexOf('=');
  return [text.slice(0, separator), text.slice(separator + 1)];
}

/** Returns the byte address of a register, or an address for each generation if they differ. */
function formatAddress(register: string, generations: readonly Gfx[]): string {
  const all = generations.map((gfx) => {
    const address = getRegisterAddress(gfx, register);
    return address === undefined ? '-' : `0x${address.toString(16)}`;
  });
  return new Set(all).size === 1 ? all[0]! : generations.map((gfx, i) => `${gfx} ${all[i]}`).join(', ');
}
