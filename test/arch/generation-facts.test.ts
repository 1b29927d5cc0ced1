import {
  buildPerGeneration,
  CHIPS,
  COUNTER_NAMES,
  chipOf,
  counterMaximum,
  decodeProgram,
  EXPORT_ORDERS,
  EXPORT_TARGET,
  EXPORT_TYPES,
  factsOf,
  filterGenerations,
  findGenerationEntry,
  GENERATIONS,
  type GenerationFacts,
  type Gfx,
  generationsBefore,
  generationsSince,
  getCounter,
  getCounters,
  getCoverageAlphaTarget,
  getExampleChip,
  getExportTargetRow,
  getExportType,
  getExportTypeRanks,
  getGenerationEntry,
  getOrderingGeneration,
  getPackerMask,
  getUnusedCollisionBits,
  isAtLeast,
  mapGenerations,
  ORDERING_GENERATIONS,
  usesAlphaToCoverage,
} from '../../arch/index.js';
import { ALL_ROWS } from '../../arch/isa/rows/index.js';
import { getOpcode, onlyOn, X } from '../../arch/isa/rows/row-base.js';
import { decodeWait, getWaitFields, WAITS } from '../../arch/isa/waits.js';

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

test.each([
  ['gfx9', { vm: 63, exp: 7, lgkm: 15, vs: 0 }],
  ['gfx10', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx10.3', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx11', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx12', { vm: 63, exp: 7, lgkm: 63, vs: 63, sample: 63, bvh: 7, km: 31 }],
] as const)('%s counters have the maximum values %o', (gfx, maxima) => {
  for (const [counter, max] of Object.entries(maxima))
    expect(counterMaximum(gfx, counter as keyof typeof maxima), counter).toBe(max);
});

describe.each(GENERATIONS)('counters of %s', (gfx) => {
  it('count each operation exactly once', () => {
    const countedOperations = getCounters(gfx).flatMap(({ counts }) => counts);
    expect(new Set(countedOperations).size).toBe(countedOperations.length);
    for (const operation of countedOperations)
      expect(getCounters(gfx).find(({ counts }) => counts.includes(operation))?.counter).toBe(
        getCounter(gfx, operation),
      );
  });

  it('each have a wait instruction', () => {
    const waitCounters = Object.keys(WAITS).flatMap((name) =>
      getWaitFields(name as keyof typeof WAITS, gfx).map(([counter]) => counter),
    );
    for (const { counter } of getCounters(gfx)) expect(waitCounters).toContain(counter);
  });
});

it('gives every counter a limit, including those that the wait omits', () => {
  const [instruction] = decodeProgram([0xbf8c0f71, 0xbf810000], 'gfx9', 64).instructions;
  expect(instruction!.wait).toEqual({ vm: 1 });
  expect(instruction!.limits).toEqual(COUNTER_NAMES.map((name) => (name === 'vm' ? 1 : 0x7fffffff)));
});

// According to LLVM's AMDGPUBaseInfo, loadcnt and storecnt start at bit 8, and dscnt starts at bit 0.
it.each([
  ['s_wait_loadcnt_dscnt', { vm: 2, lgkm: 3 }],
  ['s_wait_storecnt_dscnt', { vs: 2, lgkm: 3 }],
] as const)('%s encodes the LDS count in its low bits', (name, counts) => {
  expect(decodeWait(name, 0x0203, 'gfx12')).toEqual(counts);
});

const { MRT0, MRTZ } = EXPORT_TARGET;
const COVERAGE_TO_MASK = { DB_SHADER_CONTROL: 1 << 7 };

test.each([
  ['gfx9', {}, MRT0],
  ['gfx10', {}, MRT0],
  ['gfx10.3', {}, MRT0],
  ['gfx10.3', COVERAGE_TO_MASK, MRTZ],
  ['gfx11', {}, MRTZ],
] as const)(
  'on %s with %o, coverage comes from the alpha of target %i if depth is exported',
  (gfx, registers, target) => {
    expect(getCoverageAlphaTarget(gfx, registers, true)).toBe(target);
    expect(getCoverageAlphaTarget(gfx, registers, false)).toBe(MRT0);
  },
);

test('alpha determines coverage if enabled and not overridden', () => {
  const [enabled, overridden] = [{ DB_ALPHA_TO_MASK: 1 }, { DB_SHADER_CONTROL: 1 << 11 }];
  const results = [{}, enabled, { ...enabled, ...overridden }, overridden].map((registers) =>
    usesAlphaToCoverage('gfx10.3', registers),
  );
  expect(results).toEqual([false, true, false, false]);
});

test('by default, export types are granted in the order position, colour, parameter, GDS (P-084)', () => {
  const ranks = getExportTypeRanks(0);
  const inOrder = EXPORT_TYPES.toSorted(
    (a, b) => ranks[EXPORT_TYPES.indexOf(a)] - ranks[EXPORT_TYPES.indexOf(b)],
  );
  expect(inOrder).toEqual(['position', 'colour', 'parameter', 'gds']);
});

test('every order of the types is listed once, at the index that encodes it', () => {
  const orders = EXPORT_ORDERS.map((order) => order.join('-'));
  expect(new Set(orders).size).toBe(24);
  for (const order of EXPORT_ORDERS) expect(order.toSorted()).toEqual(EXPORT_TYPES.toSorted());
  expect([orders[1], orders[6], orders[23]]).toEqual([
    'position-colour-gds-parameter',
    'colour-position-parameter-gds',
    'gds-parameter-colour-position',
  ]);
  expect(getExportTypeRanks(8)).toEqual([2, 0, 1, 3]);
});

test('target rows name the targets of each generation', () => {
  const getNames = (gfx: 'gfx9' | 'gfx11', targets: readonly number[]) =>
    targets.map((target) => {
      const row = getExportTargetRow(target);
      if (row?.generations.includes(gfx) !== true) return '-';
      return `${row.name}${row.count > 1 ? target - row.first : ''}`;
    });
  expect(getNames('gfx9', [0, 7, 8, 9, 12, 15, 16, 20, 21, 22, 32, 63]).join(' ')).toBe(
    'mrt0 mrt7 mrtz null pos0 pos3 - - - - param0 param31',
  );
  expect(getNames('gfx11', [16, 20, 21, 22, 32]).join(' ')).toBe(
    'pos4 prim dual_src_blend0 dual_src_blend1 -',
  );
});

test.each([
  ['gfx9', '10 11 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31'],
  ['gfx10', '10 11 17 18 19 21 22 23 24 25 26 27 28 29 30 31'],
  ['gfx11', `10 11 17 18 19 23 24 25 26 27 28 29 30 31 ${formatRange(32, 63)}`],
] as const)('the unused target numbers on %s are %s', (gfx, unused) => {
  const isUnused = (target: number) => getExportTargetRow(target)?.generations.includes(gfx) !== true;
  expect(
    formatRange(0, 63)
      .split(' ')
      .filter((target) => isUnused(Number(target)))
      .join(' '),
  ).toBe(unused);
});

function formatRange(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).join(' ');
}

test("exports have the type of their target's row, and those to unknown targets count as colour", () => {
  expect([0, 8, 9, 12, 20, 21, 32, 10].map(getExportType).join(' ')).toBe(
    'colour colour colour position position colour parameter colour',
  );
});

describe('generation facts', () => {
  it('define a packer field of two bits on GFX9, three bits on GFX10.3, and none on GFX11', () => {
    expect(getPackerMask(factsOf('gfx9').packerField!)).toBe(0x0300_0000);
    expect(getPackerMask(factsOf('gfx10.3').packerField!)).toBe(7);
    expect(factsOf('gfx11').packerField).toBeUndefined();
  });

  // pops.md 5.1: [31] is the overlap, [29:28] or [28] the packer, [25:16] the newest id, [9:0] the wave's id.
  it('mark collision argument bits as unused if pops.md 5.1 assigns them no field', () => {
    expect(getUnusedCollisionBits(factsOf('gfx9')) >>> 0).toBe(~(0x9000_0000 | 0x03ff_0000 | 0x3ff) >>> 0);
    expect(getUnusedCollisionBits(factsOf('gfx10')) >>> 0).toBe(~(0xb000_0000 | 0x03ff_0000 | 0x3ff) >>> 0);
  });

  it('name an example chip from the same generation', () => {
    for (const gfx of GENERATIONS) expect(chipOf(getExampleChip(gfx)).gfx).toBe(gfx);
  });

  it('agree with the wave sizes and packer counts of every chip', () => {
    for (const { name, gfx, waveSizes, packers } of Object.values(CHIPS)) {
      const { hasWave32, packerBits, hasWaveIds } = factsOf(gfx);
      expect([name, (waveSizes as readonly number[]).includes(32)]).toEqual([name, hasWave32]);
      if (hasWaveIds) expect([name, packers <= 2 ** packerBits]).toEqual([name, true]);
    }
  });

  it('can be used to filter generations, oldest first', () => {
    expect(filterGenerations(({ hasWaveIds }) => hasWaveIds)).toEqual(['gfx9', 'gfx10', 'gfx10.3']);
    expect(filterGenerations(({ exitsByExport }) => exitsByExport)).toEqual(['gfx11', 'gfx11.5', 'gfx12']);
  });

  it('match those of the ordering generation, apart from operands, the event wait, caches, GDS and options', () => {
    const EXCEPTIONS: readonly (keyof GenerationFacts)[] = [
      'dppTakesScalarSrc1',
      'eventWait',
      'coherentLoad',
      'coherentScope',
      'hasGl1',
      'loadsWriteInOrder',
      'slcEvicts',
      'hasGlobalShare',
      'streamoutInGds',
      'unknownOptions',
    ];
    const getSharedFacts = (gfx: Gfx) =>
      Object.entries(factsOf(gfx)).filter(([name]) => !(EXCEPTIONS as readonly string[]).includes(name));
    for (const gfx of GENERATIONS)
      expect(getSharedFacts(gfx)).toEqual(getSharedFacts(getOrderingGeneration(gfx)));
    expect(ORDERING_GENERATIONS).toEqual(['gfx9', 'gfx10', 'gfx10.3', 'gfx11']);
  });
});
