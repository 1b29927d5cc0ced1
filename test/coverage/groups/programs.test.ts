import { COVERGROUPS, createEmptyCoverage, getBinRows, summariseCoverage } from '../../../coverage/index.js';
import type { ProgramDescriptor, Scenario, Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits, onChip } from '../support/stream.js';

const makeAccess = (operation: 'load' | 'store', scope: number) =>
  at('memory-issued', { operation, scope, pc: 0 });
const exit = at('exported');

describe('scopes covergroup', () => {
  const getHits = (...stream: Transaction[]) =>
    collectHits('scopes', onChip('navi48', 32), [at('wave-formed'), ...stream]);

  it('counts the scopes of ordered loads and stores only', () => {
    const unorderedLoad = at('memory-issued', { scope: 1, addresses: new Float64Array(64) });
    expect(getHits(makeAccess('load', 1), makeAccess('store', 3), unorderedLoad)).toEqual({
      load: { SCOPE_SE: 1 },
      store: { SCOPE_SYS: 1 },
    });
  });

  it('counts nothing when instructions have no scopes', () => {
    expect(
      collectHits('scopes', onChip('navi31', 32), [at('wave-formed'), at('memory-issued'), exit]),
    ).toEqual({});
  });
});

describe('split-counters covergroup', () => {
  const getHits = (...stream: Transaction[]) =>
    collectHits('split-counters', onChip('navi48', 32), [at('wave-formed'), ...stream, at('wave-ended')]);

  it('records how a wave entered its section', () => {
    expect(getHits(exit).entry).toEqual({ 'no event wait': 1 });
    expect(getHits(at('event-wait-done'), exit).entry).toEqual({ 'event, no overlap': 1 });
    expect(getHits(at('overlap'), at('event-wait-done'), exit).entry).toEqual({ 'event after overlap': 1 });
  });

  it.each([
    ['LOADCNT', 'vm'],
    ['STORECNT', 'vs'],
    ['SAMPLECNT', 'sample'],
    ['DSCNT', 'lgkm'],
    ['KMCNT', 'km'],
  ] as const)('counts an exit that waits for %s', (bin, counter) => {
    const stream = [at('memory-issued', { counter }), at('memory-returned', { counter }), exit];
    expect(getHits(...stream)).toMatchObject({ awaited: { [bin]: 1 }, returned: { [bin]: 1 } });
  });

  it('uses the counters outstanding after the last access before the exit', () => {
    const load = at('memory-issued', { counter: 'vm' });
    const store = at('memory-issued', { counter: 'vs' });
    expect(getHits(load, store, exit).awaited).toEqual({ 'LOADCNT and STORECNT': 1 });
    expect(getHits(load, at('memory-returned', { counter: 'vm' }), store, exit, load).awaited).toEqual({
      STORECNT: 1,
    });
    expect(getHits(exit, load).awaited).toEqual({ none: 1 });
  });

  it('counts nothing on generations with a single counter for all loads', () => {
    const stream = [at('wave-formed'), exit, at('wave-ended')];
    expect(collectHits('split-counters', onChip('navi31', 32), stream)).toEqual({});
  });
});

it("leaves bins that only newer chips can hit out of a run's percentage", () => {
  const groups = summariseCoverage(createEmptyCoverage()).groups.filter(({ weight }) => weight === 0);
  expect(groups.map(({ name }) => name)).toEqual(['scopes', 'split-counters', 'memory-operations']);
  expect(COVERGROUPS.slice(-3).map(({ name }) => name)).toEqual([
    'scopes',
    'split-counters',
    'memory-operations',
  ]);
});

const getAccessHits = (fields: Parameters<typeof at<'memory-issued'>>[1]) =>
  collectHits('section-memory', onChip('navi21', 32), [at('wave-formed'), at('memory-issued', fields)]);

/** Gives the first lanes these addresses and the others -1 (out of range). The ordered buffer starts at 0x100000. */
const makeAddresses = (...first: number[]) => Float64Array.from({ length: 64 }, (_, i) => first[i] ?? -1);

describe('section-memory covergroup', () => {
  it('counts the properties of ordered accesses', () => {
    const hits = getAccessHits({
      operation: 'atomic',
      space: 'image',
      bytes: 8,
      glc: true,
      dlc: true,
      lanesLo: 0x0f,
    });
    expect(hits).toMatchObject({
      'generation x operation': { 'gfx10.3 x atomic': 1 },
      'operation x space': { 'atomic x image': 1 },
      coherence: { 'glc and dlc': 1 },
      bytes: { '8': 1 },
      lanes: { some: 1 },
    });
    expect(getAccessHits({ slc: true, glc: true, lanesLo: 1 })).toMatchObject({
      coherence: { slc: 1 },
      lanes: { one: 1 },
    });
    expect(getAccessHits({ lanesLo: -1 }).lanes).toEqual({ all: 1 });
  });

  it('uses the first active lane that passes the range check', () => {
    const addresses = makeAddresses(0x100004, -1, 0x900000, 0x100008);
    expect(getAccessHits({ addresses, lanesLo: 0b1110 })).toEqual({});
    expect(getAccessHits({ addresses, lanesLo: 0b1010 }).operation).toEqual({ load: 1 });
    expect(getAccessHits({ addresses, lanesLo: 0b0010 })).toEqual({});
    const upper = makeAddresses();
    upper[40] = 0x100000;
    expect(getAccessHits({ addresses: upper, lanesLo: 0, lanesHi: 1 << 8 }).operation).toEqual({ load: 1 });
  });

  it('ignores DLC alone, which no program uses', () => {
    const rows = getBinRows(createEmptyCoverage()).filter(
      ({ group, bin }) => group === 'section-memory' && bin === 'dlc alone',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['ignore']);
  });

  it('counts accesses up to the last byte of the ordered object', () => {
    expect(getAccessHits({ addresses: makeAddresses(0x10003f) }).operation).toEqual({ load: 1 });
    expect(getAccessHits({ addresses: makeAddresses(0x100040) })).toEqual({});
  });
});

const ACCESS = { path: 'buffer', object: 'first', slot: 0, size: 'b64', atomic: 'add' } as const;

const DESCRIPTOR: ProgramDescriptor = {
  fold: 'multiply',
  coherence: 'ends',
  before: [],
  section: {
    shape: 'loop',
    entryPlace: 'inside',
    early: false,
    rounds: 2,
    pairs: 1,
    trips: 2,
    packer: 'twice',
    compare: 'above',
    sleep: 'none',
    waits: 'all',
    leavesLoad: false,
    steps: ['alu', { ...ACCESS, operation: 'update' }, { ...ACCESS, operation: 'atomic', path: 'flat' }],
  },
  after: [],
  discards: { before: 'pixels', inside: 'none', after: 'all', message: false },
  exports: { colours: 2, conversion: 'FP16_ABGR', depth: 'depth-mask', dualSource: true, toTarget: false },
  exit: 'late-message',
};

/** Creates a GFX10.3 scenario with a single program, described by `DESCRIPTOR` with the given changes. */
function makeScenario(changes: Partial<ProgramDescriptor>): Scenario {
  const scenario = createSmallScenario();
  const descriptor = { ...DESCRIPTOR, ...changes };
  const words = [0xbf810000, 0xbf810000];
  return { ...scenario, programs: scenario.programs.map((program) => ({ ...program, words, descriptor })) };
}

/** Returns changes that set the given section properties and leave the rest of `DESCRIPTOR.section` unchanged. */
function changeSection(changes: Partial<ProgramDescriptor['section']>): Partial<ProgramDescriptor> {
  return { section: { ...DESCRIPTOR.section, ...changes } };
}

/** Transactions of a wave that overlaps the wave with id 9, polls too early, repeats an access and ends normally. */
const FORMED = at('wave-formed', { id: 10, newest: 9, didOverlap: true });
const FAILED_POLL = at('exiting-id-polled', { id: 9 });
const LOAD = at('memory-issued', { pc: 8, bytes: 8, glc: true });
const END = at('wave-ended', { pc: 0 });
const EARLY_END = at('wave-ended', { pc: 4 });
const QUIESCED = at('quiesced', { waiting: [] });
const COMPLETE = [FORMED, FAILED_POLL, LOAD, LOAD, END, QUIESCED];

/** Returns the names of the `programs` coverpoints that a stream hits, excluding crosses. */
function listHitCoverpoints(changes: Partial<ProgramDescriptor>, stream: readonly Transaction[]): string[] {
  return Object.keys(collectHits('programs', makeScenario(changes), stream)).filter(
    (name) => !name.includes(' x '),
  );
}

describe('programs covergroup', () => {
  it("crosses a program's primitive type with its exports", () => {
    const scenario = makeScenario({});
    const draws = scenario.draws.map((draw) => ({
      ...draw,
      registers: { ...draw.registers, VGT_PRIMITIVE_TYPE: 2 },
    }));
    expect(collectHits('programs', { ...scenario, draws }, COMPLETE)).toMatchObject({
      kind: { lines: 1 },
      'kind x exports': { 'lines x depth and colours': 1 },
    });
  });

  it("counts a draw's program descriptor once, no matter how many waves it has", () => {
    expect(collectHits('programs', makeScenario({}), [...COMPLETE.slice(0, -1), ...COMPLETE])).toMatchObject({
      shape: { loop: 1 },
      steps: { '2-4': 1 },
      entry: { inside: 1 },
      early: { no: 1 },
      rounds: { 'more often': 1 },
      packer: { twice: 1 },
      compare: { above: 1 },
      sleep: { none: 1 },
      waits: { all: 1 },
      load: { no: 1 },
      exit: { 'late-message': 1 },
      discards: { 'before, after': 1 },
      coherence: { ends: 1 },
      kind: { triangles: 1 },
      exports: { 'depth and colours': 1 },
      depth: { 'depth-mask': 1 },
      sources: { two: 1 },
      'generation x depth': { 'gfx10.3 x depth-mask': 1 },
      'generation x sources': { 'gfx10.3 x two': 1 },
      'generation x shape x exit': { 'gfx10.3 x loop x late-message': 1 },
      'shape x entry': { 'loop x inside': 1 },
      'shape x discards': { 'loop x before, after': 1 },
      'exit x discards': { 'late-message x before, after': 1 },
    });
  });

  it('expects no wait in programs without a section', () => {
    const section = { ...DESCRIPTOR.section, shape: 'none', steps: [] } as const;
    const hits = collectHits('programs', makeScenario({ section, exit: 'none' }), COMPLETE);
    expect(hits).toMatchObject({ shape: { none: 1 }, exit: { none: 1 } });
    expect([hits.entry, hits.packer, hits.sleep]).toEqual([undefined, undefined, undefined]);
    expect(collectHits('programs', createSmallScenario(), COMPLETE)).toEqual({});
    const entries = getBinRows(createEmptyCoverage()).filter(({ item }) => item === 'shape x entry');
    expect(entries.filter(({ of, kind }) => of[0] === 'none' && kind === 'count')).toEqual([]);
  });

  it('counts no shape when no wave accesses ordered memory, and no loop when no wave iterates', () => {
    expect(listHitCoverpoints({}, [FORMED, FAILED_POLL, END, QUIESCED])).not.toContain('shape');
    expect(listHitCoverpoints({}, [FORMED, FAILED_POLL, LOAD, END, QUIESCED])).not.toContain('shape');
    expect(listHitCoverpoints(changeSection({ shape: 'switch' }), [FORMED, LOAD, END, QUIESCED])).toContain(
      'shape',
    );
  });

  it('counts layers when a wave with several layers accesses ordered memory', () => {
    const layered = at('wave-formed', { quadCount: 2, intrawaveMask: 2 });
    const changes = changeSection({ shape: 'layers', entryPlace: 'ahead' });
    expect(listHitCoverpoints(changes, [FORMED, LOAD, END, QUIESCED])).not.toContain('shape');
    expect(listHitCoverpoints(changes, [layered, LOAD, END, QUIESCED])).toContain('shape');
  });

  it('counts waits only if a wave waited, and the exit and exports only if a wave ended normally', () => {
    const passingPoll = at('exiting-id-polled', { id: 10 });
    const unblockedPoints = listHitCoverpoints({}, [FORMED, passingPoll, LOAD, LOAD, END, QUIESCED]);
    expect(unblockedPoints).toEqual(expect.arrayContaining(['shape', 'exit', 'exports']));
    for (const name of ['rounds', 'packer', 'compare', 'sleep']) expect(unblockedPoints).not.toContain(name);
    const discardedPoints = listHitCoverpoints({}, [FORMED, FAILED_POLL, LOAD, LOAD, EARLY_END, QUIESCED]);
    expect(discardedPoints).toEqual(expect.arrayContaining(['shape', 'rounds', 'sleep']));
    for (const name of ['exit', 'waits', 'discards', 'exports', 'depth'])
      expect(discardedPoints).not.toContain(name);
  });

  it('counts a GFX11 event wait only when the wave overlaps another', () => {
    const scenario = { ...makeScenario({ exit: 'done' }), chip: 'navi31' } as const;
    const event = at('event-wait-done');
    expect(collectHits('programs', scenario, [at('wave-formed'), event, QUIESCED]).rounds).toBeUndefined();
    const overlapping = [at('overlap'), at('wave-formed'), event, QUIESCED];
    expect(collectHits('programs', scenario, overlapping).rounds).toEqual({ 'more often': 1 });
  });

  it('samples coherence only for loads and stores, since atomics always bypass the caches', () => {
    const atomic = at('memory-issued', { operation: 'atomic', glc: true });
    const store = at('memory-issued', { operation: 'store' });
    expect(listHitCoverpoints({ coherence: 'ends' }, [FORMED, atomic, store, QUIESCED])).not.toContain(
      'coherence',
    );
    expect(listHitCoverpoints({ coherence: 'none' }, [FORMED, atomic, QUIESCED])).not.toContain('coherence');
    expect(listHitCoverpoints({ coherence: 'none' }, [FORMED, store, QUIESCED])).toContain('coherence');
    expect(listHitCoverpoints({ coherence: 'ends' }, [FORMED, LOAD, QUIESCED])).toContain('coherence');
  });

  it('merges discards in the prolog and epilog with those in the main part', () => {
    const none = { before: 'none', inside: 'none', after: 'none', message: false } as const;
    const off = { clamp: false, smoothing: false, alphaToOne: false, prolog: 'none' } as const;
    const getDiscardHits = (parts: ProgramDescriptor['parts']): unknown =>
      collectHits('programs', makeScenario({ discards: none, ...(parts && { parts }) }), COMPLETE).discards;
    expect(getDiscardHits(undefined)).toEqual({ nowhere: 1 });
    expect(getDiscardHits({ ...off, stipple: 'prolog', alphaTest: 'always' })).toEqual({ before: 1 });
    expect(getDiscardHits({ ...off, stipple: 'off', alphaTest: 'less' })).toEqual({ after: 1 });
    expect(getDiscardHits({ ...off, stipple: 'epilog', alphaTest: 'always' })).toEqual({ after: 1 });
  });
});

it('the program-accesses covergroup counts each section access, and its size if that can vary', () => {
  const store = at('memory-issued', { operation: 'store', bytes: 8 });
  const atomic = at('memory-issued', { operation: 'atomic', space: 'flat' });
  const fetchAtomic = at('memory-issued', { operation: 'atomic', space: 'flat', glc: true });
  expect(collectHits('program-accesses', makeScenario({}), [...COMPLETE, fetchAtomic, QUIESCED])).toEqual({});
  expect(
    collectHits('program-accesses', makeScenario({}), [FORMED, LOAD, store, atomic, QUIESCED]),
  ).toMatchObject({
    shape: { loop: 2 },
    operation: { update: 1, atomic: 1 },
    path: { buffer: 1, flat: 1 },
    size: { b64: 1 },
    'size x path': { 'b64 x buffer': 1 },
  });
});
