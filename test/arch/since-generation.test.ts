import { describe, expect, it } from 'vitest';
import {
  GENERATIONS,
  generationsBefore,
  generationsSince,
  inForce,
  isAtLeast,
  mapGenerations,
  onEachGeneration,
  sinceGeneration,
} from '../../arch/index.js';
import { ALL_ROWS } from '../../arch/isa/rows/index.js';
import { onlyOn, opcodeOf, X } from '../../arch/isa/rows/row-base.js';

describe('a table by generation', () => {
  it('uses the entry of each generation, or else the newest earlier entry', () => {
    const table = { gfx9: 'a', 'gfx10.3': 'b' };
    expect(
      (['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const).map((gfx) => sinceGeneration(table, gfx)),
    ).toEqual(['a', 'a', 'b', 'b']);
  });

  it('has no value for generations before its first entry', () => {
    expect((['gfx9', 'gfx10', 'gfx10.3'] as const).map((gfx) => inForce({ gfx10: 0 }, gfx))).toEqual([
      undefined,
      0,
      0,
    ]);
  });

  it('keeps its generations when its entries are mapped', () => {
    expect(mapGenerations({ gfx9: 1, gfx11: 2 }, (entry) => entry * 10)).toEqual({ gfx9: 10, gfx11: 20 });
  });

  it('divides the generations into those before one and those from it on', () => {
    for (const gfx of GENERATIONS) {
      expect([...generationsBefore(gfx), ...generationsSince(gfx)]).toEqual(GENERATIONS);
      expect(generationsSince(gfx)[0]).toBe(gfx);
      expect(GENERATIONS.filter((candidate) => isAtLeast(candidate, gfx))).toEqual(generationsSince(gfx));
    }
  });

  it('can have an entry for every generation', () => {
    expect(Object.entries(onEachGeneration((gfx) => gfx.length))).toEqual(
      GENERATIONS.map((gfx) => [gfx, gfx.length]),
    );
  });
});

describe('an opcode', () => {
  it('of a single generation is absent from the next one', () => {
    const row = { ...ALL_ROWS[0]!, opcode: onlyOn('gfx10', 7) };
    expect((['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const).map((gfx) => opcodeOf(row, gfx))).toEqual([
      X,
      7,
      X,
      X,
    ]);
  });

  it('is that of the previous generation unless a row overrides it', () => {
    const row = { ...ALL_ROWS[0]!, opcode: { gfx9: 1, gfx11: 2 } };
    expect((['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const).map((gfx) => opcodeOf(row, gfx))).toEqual([
      1, 1, 1, 2,
    ]);
  });
});
