import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chipOf, decodeOnce, GENERATIONS } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { programs } from '../../../stimulus/index.js';
import { defaultFreedoms, type ProgramDescriptor } from '../../../transactions/index.js';

const CHIPS = { gfx9: 'vega10', gfx10: 'navi10', 'gfx10.3': 'navi21', gfx11: 'navi31' } as const;

const EDGE = 8;
const LAYER = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;

/** Layers whose primitives have all numbers that a condition of a generated program can tell apart. */
const LAYERS = 8;

const NO_DISCARD = { before: 'none', inside: 'none', after: 'none', message: false } as const;

/** Memory instructions of a program that no wave issued. */
function unreached(gfx: (typeof GENERATIONS)[number], descriptor: ProgramDescriptor): readonly string[] {
  const scenario = programs.toScenario({
    name: 'generated',
    chip: chipOf(CHIPS[gfx]),
    wave: 64,
    freedoms: defaultFreedoms(),
    width: EDGE,
    height: EDGE,
    descriptors: [descriptor],
    draws: [{ program: 0, kind: 'triangles', primitives: new Array(LAYERS).fill(LAYER), samples: 1 }],
    schedule: '0x5eed',
  });
  const issued = new Set<number>();
  runScenario(scenario, (t) => {
    if (t.kind === 'memory-issued') issued.add(t.pc);
  });
  return decodeOnce(scenario.programs[0]!.words, gfx, 64)
    .instructions.filter(({ pc, memory }) => memory !== undefined && !issued.has(pc))
    .map(({ pc, mnemonic }) => `${mnemonic} at ${pc}`);
}

describe.each(GENERATIONS)('generated programs on %s', (gfx) => {
  it.each(programs.allFeatures(gfx).shapes)('issue each access of a section that is %s', (shape) => {
    const features = { ...programs.allFeatures(gfx), shapes: [shape], parts: false };
    for (const drawn of fc.sample(programs.arbitrary(gfx, features), { numRuns: 3, seed: 5 })) {
      expect(unreached(gfx, { ...drawn, discards: NO_DISCARD })).toEqual([]);
    }
  });
});
