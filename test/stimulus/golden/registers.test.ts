import { describe, expect, it } from 'vitest';
import { CHIPS, type ChipName, chipOf, REGISTER_FIELDS, registerField } from '../../../arch/index.js';
import { openCorpus } from '../../../regression/index.js';
import {
  type CorpusRecord,
  GOLDEN_SAMPLES,
  type GoldenScene,
  goldenScenario,
} from '../../../stimulus/index.js';
import { defaultFreedoms } from '../../../transactions/index.js';

const corpus = openCorpus();

/** What follows from the inputs of a shader and the size of its code. */
const OWN = ['VGPRS', 'SGPRS', 'NUM_PRIM_INTERP', 'NUM_INTERP', 'FLAT_SHADE'];

function goldenRegisters(chip: ChipName, wave: 32 | 64, scene: Omit<GoldenScene, 'draws'>) {
  const [draw] = goldenScenario(
    { ...scene, draws: [new Int32Array(6)] },
    { chip, wave, freedoms: defaultFreedoms(), schedule: { strategy: 'random', seed: '0x1' } },
  ).draws;
  return draw!.registers;
}

function driverRegisters(record: CorpusRecord, samples: number): Record<string, number> | undefined {
  const variant = record.variants.find((candidate) => candidate.samples === samples);
  if (variant === undefined) return undefined;
  const texts = Object.entries({ ...record.regs, ...variant.regs });
  return Object.fromEntries(texts.map(([name, text]) => [name, Number.parseInt(text, 16)]));
}

/** Corpus shaders with the interlock, the discard and the exports of each mode. */
const ALIKE = [
  { mode: 0, shader: 'rmw_buffer' },
  { mode: 1, shader: 'or_bits_sample' },
  { mode: 2, shader: 'discard_before' },
] as const;

const TARGETS = Object.values(CHIPS)
  .flatMap(({ name, waveSizes }) => waveSizes.map((wave) => ({ chip: name as ChipName, wave })))
  .filter(({ chip, wave }) => corpus.records(chip, wave).length > 0);

describe.each(TARGETS)('registers of golden draws on $chip in wave$wave', ({ chip, wave }) => {
  const { gfx } = chipOf(chip);

  it.each(ALIKE)('are what the driver programs for $shader (mode $mode)', ({ mode, shader }) => {
    const record = corpus.records(chip, wave).find((r) => r.shader === shader && r.epilog === undefined)!;
    let compared = 0;
    for (const samples of GOLDEN_SAMPLES) {
      const driver = driverRegisters(record, samples);
      if (driver === undefined) continue;
      const golden = goldenRegisters(chip, wave, { width: 16, height: 16, samples, mode });
      for (const { register, field } of REGISTER_FIELDS) {
        if (OWN.includes(field)) continue;
        const name = `${register}.${field}`;
        const [ours, theirs] = [golden, driver].map((registers) => registerField(gfx, registers, name));
        if (ours === undefined || theirs === undefined) continue;
        expect(ours, `${name} with ${samples} samples`).toBe(theirs);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(30);
  });
});
