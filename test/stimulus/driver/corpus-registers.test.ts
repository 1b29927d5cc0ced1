import { readdirSync, readFileSync } from 'node:fs';
import {
  type ChipName,
  chipOf,
  isChipName,
  PS_INPUTS,
  REGISTER_FIELDS,
  type WaveSize,
} from '../../../arch/index.js';
import type { AttributeKind, DrawIntent, ExportFormat } from '../../../stimulus/driver/draw-intent.js';
import { EXPORT_FORMAT } from '../../../stimulus/driver/draw-intent.js';
import { getDrawRegisters } from '../../../stimulus/driver/draw-registers.js';

const folder = new URL('../../../data/corpus/', import.meta.url);

/** The fields of a record that the test reads. All except the registers describe what the pipeline requests. */
interface CorpusRecord {
  readonly id: string;
  readonly shader: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  readonly stats: Readonly<Record<'vgprs' | 'sgprs' | 'scratch_bytes_per_wave' | 'float_mode', number>>;
  readonly info: Readonly<Record<string, number>>;
  readonly abi: {
    readonly num_user_sgprs: number;
    readonly args: readonly { readonly name: string; readonly file: string }[];
    readonly inputs: readonly { readonly attr: number; readonly name: string; readonly how: string }[];
  };
  readonly epilog?: { readonly stats: { readonly vgprs: number } };
  readonly regs: Readonly<Record<string, string>>;
  readonly variants: readonly {
    readonly samples: number;
    readonly mode: string;
    readonly regs: Readonly<Record<string, string>>;
  }[];
}

interface ShaderRow {
  readonly name: string;
  readonly colour_formats: readonly string[];
  readonly dual_source: boolean;
  readonly alpha_to_coverage: boolean;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as T;
}

const shaders = new Map(readJson<ShaderRow[]>('shaders.json').map((row) => [row.name, row]));

/** The export format that the corpus driver uses for each colour format. */
const EXPORTS: Readonly<Record<string, ExportFormat>> = {
  rgba8: EXPORT_FORMAT.FP16_ABGR,
  rgba32f: EXPORT_FORMAT.ABGR32,
  rgba16ui: EXPORT_FORMAT.UINT16_ABGR,
  rg16f: EXPORT_FORMAT.FP16_ABGR,
};

/** The inputs that have different names in the corpus. */
const INPUT_NAMES: Readonly<Record<string, string>> = {
  'frag_pos[0]': 'frag_pos_x',
  'frag_pos[1]': 'frag_pos_y',
  'frag_pos[2]': 'frag_pos_z',
  'frag_pos[3]': 'frag_pos_w',
};

function deriveIntent(record: CorpusRecord, samples: number, mode: string): DrawIntent {
  const { info, stats, abi } = record;
  const { colour_formats, dual_source, alpha_to_coverage } = shaders.get(record.shader)!;
  const names = abi.args.filter(({ file }) => file === 'v').map(({ name }) => INPUT_NAMES[name] ?? name);
  const colours = colour_formats.map((format) => EXPORTS[format]!);
  return {
    wave: record.wave,
    samples: samples as DrawIntent['samples'],
    perSample: info.pops_is_per_sample === 1,
    shader: {
      vgprs: Math.max(stats.vgprs, record.epilog?.stats.vgprs ?? 0),
      sgprs: stats.sgprs,
      floatMode: stats.float_mode,
      userSgprs: abi.num_user_sgprs,
      scratchBytes: stats.scratch_bytes_per_wave,
      inputs: PS_INPUTS.map(({ name }) => name).filter((name) => names.includes(name)),
      attributes: listAttributes(record),
      colours: dual_source ? [...colours, ...colours] : colours,
      kills: info.can_discard === 1,
      earlyTests: info.early_fragment_test === 1,
      writesDepth: info.writes_z === 1,
      writesStencil: info.writes_stencil === 1,
      writesSampleMask: info.writes_sample_mask === 1,
      alphaToCoverage: alpha_to_coverage,
      // The parts of a pipeline library are compiled before this is known.
      exportsAlpha: alpha_to_coverage && mode !== 'gpl',
      runsPerSample: info.uses_sample_shading === 1,
    },
  };
}

function listAttributes({ abi, info }: CorpusRecord): AttributeKind[] {
  return Array.from({ length: info.num_inputs! }, (_, attribute) => {
    const input = abi.inputs.find(({ attr }) => attr === attribute);
    if (input?.name === 'gl_PrimitiveID') return 'primitive';
    return input?.how === 'flat' ? 'flat' : 'smooth';
  });
}

/** Returns the fields of the registers that both drivers set, as `REGISTER.FIELD = value`. */
function formatFields(
  record: CorpusRecord,
  registers: Readonly<Record<string, number>>,
  shared: ReadonlySet<string>,
) {
  const { gfx } = chipOf(record.chip);
  return REGISTER_FIELDS.filter(
    ({ register, generations }) => shared.has(register) && generations.includes(gfx),
  ).map(
    ({ register, field, low, high }) =>
      `${register}.${field} = ${(registers[register]! >>> low) & (2 ** (high - low + 1) - 1)}`,
  );
}

/** The corpus files of modelled chips. */
const files = readdirSync(folder).filter(
  (name) => /-w(32|64)\.json$/.test(name) && isChipName(name.split('-')[0]!),
);

describe.each(files)('the driver for the programs in %s', (file) => {
  it('sets the same register fields as the corpus driver for the same intent', () => {
    const mismatches: string[] = [];
    let compared = 0;
    for (const record of readJson<CorpusRecord[]>(file)) {
      for (const variant of record.variants) {
        const theirs = Object.fromEntries(
          Object.entries({ ...record.regs, ...variant.regs }).map(([name, word]) => [name, Number(word)]),
        );
        const ours = getDrawRegisters(
          chipOf(record.chip),
          deriveIntent(record, variant.samples, variant.mode),
        );
        const shared = new Set(Object.keys(ours).filter((name) => theirs[name] !== undefined));
        const expected = formatFields(record, theirs, shared);
        formatFields(record, ours, shared).forEach((text, i) => {
          compared++;
          if (text !== expected[i])
            mismatches.push(`${record.id} ${variant.mode} ${variant.samples}x: ${text}, not ${expected[i]}`);
        });
      }
    }
    expect(compared).toBeGreaterThan(2000);
    expect(mismatches).toEqual([]);
  });
});
