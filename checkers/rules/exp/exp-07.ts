import { EXPORT_TARGET, factsOf, findRegisterField, type Gfx, getColourTarget } from '../../../arch/index.js';
import { defineRule, type Problem, type WaveRecord } from '../../kit.js';
import { reportExport } from './report.js';

type Registers = Readonly<Record<string, number>>;

/** Number of bits per colour in SPI_SHADER_COL_FORMAT. */
const FORMAT_BITS = 4;

/**
 * Returns what is wrong with exporting the given channels to the given target, if anything. Formats that the
 * draw does not set are not checked.
 */
function findTargetProblem(
  gfx: Gfx,
  registers: Registers,
  target: number,
  channelMask: number,
): Problem | undefined {
  if (target === EXPORT_TARGET.NULL) return checkNullExport(gfx, channelMask);
  if (target === EXPORT_TARGET.MRTZ) return checkDepthExport(gfx, registers);
  const colour = getColour(gfx, target);
  if (colour < 0)
    return {
      allowed: 'Pixel shaders export only to the colour, depth and special targets of their generation.',
      observed: `exports to target ${target}, which does not exist,`,
    };
  const formats = registers.SPI_SHADER_COL_FORMAT;
  if (formats === undefined || ((formats >>> (colour * FORMAT_BITS)) & 0xf) !== 0) return undefined;
  return {
    allowed: 'The draw reserves space for every exported colour in SPI_SHADER_COL_FORMAT.',
    observed: `exports to colour ${colour}, but its format is 0,`,
  };
}

function checkNullExport(gfx: Gfx, channelMask: number): Problem | undefined {
  if (!factsOf(gfx).hasNullTarget)
    return {
      allowed: 'GFX11 has no null target; export to colour 0 or depth with no channels enabled instead.',
      observed: 'exports to the null target',
    };
  if (channelMask === 0) return undefined;
  return {
    allowed: 'A null export has no channels enabled.',
    observed: `exports channels 0x${channelMask.toString(16)} to the null target`,
  };
}

function checkDepthExport(gfx: Gfx, registers: Registers): Problem | undefined {
  const format = findRegisterField(gfx, registers, 'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT');
  if (format !== 0) return undefined;
  return {
    allowed: 'The draw reserves space for a depth export in SPI_SHADER_Z_FORMAT.',
    observed: 'exports to depth, but its format is 0,',
  };
}

/**
 * Returns the index of the colour that a target selects, or -1 if the generation has no such colour target for
 * pixel shaders.
 */
function getColour(gfx: Gfx, target: number): number {
  const isDual = target === EXPORT_TARGET.DUAL0 || target === EXPORT_TARGET.DUAL1;
  if (!isDual) return getColourTarget(target);
  return factsOf(gfx).hasDualSourceTargets ? target - EXPORT_TARGET.DUAL0 : -1;
}

/**
 * On GFX11 and later, colours follow in ascending order. If depth is reserved, waves that export colours also export
 * depth (pops.md 4).
 */
export const EXP_07 = defineRule({
  id: 'EXP-07',
  text: 'Exports go to targets that the generation has and the draw reserves; a null export carries no data, and depth is exported first.',
  statements: ['S-108', 'S-110'],
  needs: ['wave-formed', 'exported'],
  create(ledgers, judge) {
    const { gfx } = ledgers;
    /**
     * The problem, if any, with each export instruction in each draw, keyed by `pc * draws + draw`. It is the same
     * for all waves.
     */
    const problems = new Map<number, Problem | undefined>();
    /** Each wave's last target, keyed by record because a trace may reuse wave numbers. */
    const lastTarget = new WeakMap<WaveRecord, number>();
    return {
      onWave: {
        exported: (wave, { pc, cycle, target, enabled }) => {
          judge.armed++;
          const key = pc * ledgers.draws.length + wave.facts.index;
          if (!problems.has(key))
            problems.set(key, findTargetProblem(gfx, wave.facts.draw.registers, target, enabled));
          const last = lastTarget.get(wave);
          lastTarget.set(wave, target);
          const problem =
            problems.get(key) ??
            (factsOf(gfx).ordersExportTargets
              ? (findOrderProblem(last, target) ??
                findMissingDepthProblem(gfx, wave.facts.draw.registers, last, target, enabled))
              : undefined);
          if (problem === undefined) return;
          reportExport(ledgers, judge, wave.wave, pc, {
            cycle,
            unit: 'program',
            ...problem,
            hint: 'Compare the targets of all exports, including on the early-discard path, with the export formats of the draw.',
          });
        },
      },
    };
  },
});

/**
 * Returns the problem with the order, if any. Depth is exported before colours despite its higher target
 * number. Colours are exported in ascending target order, and so are the two sources of a blend.
 */
function findOrderProblem(last: number | undefined, target: number): Problem | undefined {
  const getRank = (exportTarget: number): number => (exportTarget === EXPORT_TARGET.MRTZ ? -1 : exportTarget);
  if (last === undefined || getRank(target) >= getRank(last)) return undefined;
  return {
    allowed: 'Depth is exported first, then colours in ascending order.',
    observed: 'exports to a target that should have been written before the previous one',
  };
}

/**
 * Returns a problem if a wave's first export enables channels but does not go to the depth target, although the
 * draw reserves one. Alpha or a mask exported with depth decides which samples are written.
 */
function findMissingDepthProblem(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  last: number | undefined,
  target: number,
  enabled: number,
): Problem | undefined {
  const isFirst = last === undefined && enabled !== 0 && target !== EXPORT_TARGET.MRTZ;
  if (!isFirst || (findRegisterField(gfx, registers, 'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT') ?? 0) === 0)
    return undefined;
  return {
    allowed: 'If SPI_SHADER_Z_FORMAT reserves depth, a wave exports depth before its colours.',
    observed: 'exports a colour without exporting depth first',
  };
}
