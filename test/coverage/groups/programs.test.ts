import { describe, expect, it } from 'vitest';
import { createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import type { ProgramDescriptor, Scenario, Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits } from '../support/stream.js';

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
