import { findRegisterField } from '../../../arch/index.js';
import { QUAD_COLUMNS, type WaveFormed } from '../../../transactions/index.js';
import type { Ledgers, Problem, WaveRecord } from '../../kit.js';
import { defineRule, describeBound, formatCount, formatWave, QUAD } from '../../kit.js';

/** Number of quads that a packer takes per cycle: eight pixels (P-039). */
const PACKER_QUADS_PER_CYCLE = 2;

const QUAD_LANES = 4;

/** Edge lengths of wave-break regions in pixels, indexed by WAVE_BREAK_REGION_SIZE (pops.md 7). */
const REGION_EDGES = [0, 8, 16, 32] as const;

/**
 * The PARTIAL_SQUAD_LAUNCH_CONTROL value that launches a partial wave after `formationTimeout`. The timeout
 * is not checked for other values, which include a countdown in an undocumented unit (pops.md 7).
 */
const LAUNCH_CONTROL_AUTO = 0;

/**
 * The limit is on quads or primitives; the timeout counts from the wave's last quad (pops.md 7; knob formationTimeout).
 * The packer may close a wave with few quads for any other reason (faults.md, L26); PERF-08 reports the cost.
 */
export const LAUNCH_11 = defineRule({
  id: 'LAUNCH-11',
  text: 'All quads of a wave are from one wave-break region. A wave is closed as full if and only if it is full, and by timeout only once the timeout has elapsed. A wave never fills faster than quads arrive.',
  timed: true,
  statements: ['P-016', 'P-026', 'P-039', 'P-058'],
  needs: ['wave-formed'],
  bounds: ['quadsPerCycle', 'primitivesPerWave', 'formationTimeout'],
  skips: {
    scenes:
      'with a launch control other than auto: the unit of its countdown is not documented (only the timeout)',
  },
  create(ledgers, judge) {
    const edges = ledgers.draws.map(({ draw }) => {
      const size = findRegisterField(
        ledgers.gfx,
        draw.registers,
        'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE',
      );
      return size === undefined ? 0 : REGION_EDGES[size];
    });
    return {
      onWave: {
        'wave-formed': (wave, t) => {
          const problem =
            checkRegion(wave, edges[t.draw]) ??
            checkFullness(ledgers, wave, t) ??
            checkTimeout(ledgers, wave, t) ??
            checkRate(ledgers, wave);
          if (judge.finds(problem))
            judge.reportAt(wave, t.cycle, {
              unit: 'sc',
              ...problem,
              steps: [`cycle ${t.cycle}: ${formatWave(wave)} is formed (reason for closing: ${t.reason})`],
              hint: 'Check the conditions under which the packer closes a wave: quad count, break region and timer.',
            });
        },
      },
    };
  },
});

function checkRegion(wave: WaveRecord, edge: number): Problem | undefined {
  if (edge === 0) return undefined;
  const isSameRegion = (column: number, quad: number): boolean =>
    getRegion(wave, quad, column, edge) === getRegion(wave, 0, column, edge);
  for (let quad = 1; quad < wave.quadCount; quad++) {
    if (isSameRegion(QUAD.X, quad) && isSameRegion(QUAD.Y, quad)) continue;
    return {
      allowed: `The quads of a wave are in one aligned ${edge}x${edge}-pixel square.`,
      observed: `Quads 0 and ${quad} of ${formatWave(wave)} are in different squares.`,
    };
  }
  return undefined;
}

function checkFullness({ scenario }: Ledgers, wave: WaveRecord, { reason }: WaveFormed): Problem | undefined {
  const maxQuads = scenario.wave / QUAD_LANES;
  const { primitivesPerWave } = scenario.freedoms;
  const { primitiveCount } = wave;
  if (primitiveCount > primitivesPerWave)
    return {
      allowed: `A wave holds quads from at most ${formatCount(primitivesPerWave, 'primitive', 'primitives')}.`,
      observed: `${formatWave(wave)} holds quads from ${formatCount(primitiveCount, 'primitive', 'primitives')}.`,
      ...describeBound(scenario, 'primitivesPerWave', primitiveCount),
    };
  if (reason !== 'full' && wave.quadCount === maxQuads)
    return {
      allowed: `A wave with ${maxQuads} quads is closed as full.`,
      observed: `${formatWave(wave)} has that many but is closed for a different reason: ${reason}.`,
    };
  if (reason !== 'full' || wave.quadCount === maxQuads || primitiveCount >= primitivesPerWave)
    return undefined;
  return {
    allowed: `A wave is full once it holds ${maxQuads} quads, or quads from ${formatCount(primitivesPerWave, 'primitive', 'primitives')}.`,
    observed: `${formatWave(wave)} is closed as full with ${formatCount(wave.quadCount, 'quad', 'quads')} from ${formatCount(primitiveCount, 'primitive', 'primitives')}.`,
  };
}

/**
 * Returns a problem if the wave was closed by timeout too early. A wave's last quad cannot have arrived before the
 * previous wave was formed.
 */
function checkTimeout({ gfx, scenario }: Ledgers, wave: WaveRecord, { reason, cycle }: WaveFormed) {
  const { formationTimeout } = scenario.freedoms;
  const previousCycle = wave.olderInPacker?.formedCycle;
  if (reason !== 'timeout' || previousCycle === undefined || cycle - previousCycle >= formationTimeout)
    return undefined;
  const { registers } = wave.facts.draw;
  const control = findRegisterField(gfx, registers, 'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL');
  if ((control ?? LAUNCH_CONTROL_AUTO) !== LAUNCH_CONTROL_AUTO) return undefined;
  return {
    allowed: `A wave is closed by timeout once no quad has arrived for ${formatCount(formationTimeout, 'cycle', 'cycles')}.`,
    observed: `${formatWave(wave)} is closed ${formatCount(cycle - previousCycle, 'cycle', 'cycles')} after the previous wave was formed.`,
    ...describeBound(scenario, 'formationTimeout', cycle - previousCycle),
  };
}

/**
 * Returns the problem with the fill rate, if any. A packer fills one wave at a time, so all of a wave's quads
 * arrived after the previous wave was formed.
 */
function checkRate({ scenario }: Ledgers, wave: WaveRecord): Problem | undefined {
  if (wave.olderInPacker === undefined) return undefined;
  const rate = Math.min(PACKER_QUADS_PER_CYCLE, scenario.freedoms.quadsPerCycle);
  const cycles = wave.formedCycle - wave.olderInPacker.formedCycle + 1;
  if (wave.quadCount <= rate * cycles) return undefined;
  return {
    allowed: `A packer takes ${formatCount(rate, 'quad', 'quads')} per cycle.`,
    observed: `${formatWave(wave)} receives ${wave.quadCount} quads in ${formatCount(cycles, 'cycle', 'cycles')}.`,
    ...(wave.quadCount <= PACKER_QUADS_PER_CYCLE * cycles
      ? describeBound(scenario, 'quadsPerCycle', Math.ceil(wave.quadCount / cycles))
      : {}),
  };
}

function getRegion({ quads }: WaveRecord, quad: number, column: number, edge: number): number {
  return Math.floor(quads[quad * QUAD_COLUMNS + column] / edge);
}
