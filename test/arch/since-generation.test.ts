import { describe, expect, it } from 'vitest';
import {
  buildPerGeneration,
  findGenerationEntry,
  GENERATIONS,
  generationsBefore,
  generationsSince,
  getGenerationEntry,
  isAtLeast,
  mapGenerations,
} from '../../arch/index.js';
import { ALL_ROWS } from '../../arch/isa/rows/index.js';
import { getOpcode, onlyOn, X } from '../../arch/isa/rows/row-base.js';

describe('per-generation tables', () => {
  it("use a generation's own entry, or else the most recent earlier one", () => {
    const table = { gfx9: 'a', 'gfx10.3': 'b' };
    expect(
      (['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const).map((gfx) => getGenerationEntry(table, gfx)),
    ).toEqual(['a', 'a', 'b', 'b']);
  });

  it('have no value for generations before their first entry', () => {
    expect(
      (['gfx9', 'gfx10', 'gfx10.3'] as const).map((gfx) => findGenerationEntry({ gfx10: 0 }, gfx)),
    ).toEqual([undefined, 0, 0]);
  });

  it('keep their generations when their entries are mapped', () => {
    expect(mapGenerations({ gfx9: 1, gfx11: 2 }, (entry) => entry * 10)).toEqual({ gfx9: 10, gfx11: 20 });
  });

  it('can be built for the generations before or since a given one', () => {
    for (const gfx of GENERATIONS) {
      expect([...generationsBefore(gfx), ...generationsSince(gfx)]).toEqual(GENERATIONS);
      expect(generationsSince(gfx)[0]).toBe(gfx);
      expect(GENERATIONS.filter((candidate) => isAtLeast(candidate, gfx))).toEqual(generationsSince(gfx));
    }
  });

  it('can be created with an entry for every generation', () => {
    expect(Object.entries(buildPerGeneration((gfx) => gfx.length))).toEqual(
      GENERATIONS.map((gfx) => [gfx, gfx.length]),
    );
  });
});

describe('an opcode', () => {
  it('is not inherited if it is limited to one generation', () => {
    const row = { ...ALL_ROWS[0]!, opcode: onlyOn('gfx10', 7) };
    expect((['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const).map((gfx) => getOpcode(row, gfx))).toEqual([
      X,
      7,
      X,
      X,
    ]);
  });

  it('is inherited from the previous generation unless overridden', () => {
    const row = { ...ALL_ROWS[0]!, opcode: { gfx9: 1, gfx11: 2 } };
    expect((['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const).map((gfx) => getOpcode(row, gfx))).toEqual([
      1, 1, 1, 2,
    ]);
  });
});
