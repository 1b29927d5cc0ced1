import { describe, expect, it } from 'vitest';
import { binRows, emptyCoverage } from '../../../coverage/index.js';
import type { ProgramDescriptor, Scenario } from '../../../transactions/index.js';
import { smallScenario } from '../../transactions/support/scenarios.js';
import { at, covered } from '../support/stream.js';

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

/** A scenario of GFX10.3 whose only program was generated from a descriptor. */
function scenarioOf(change: Partial<ProgramDescriptor>): Scenario {
  const scenario = smallScenario();
  const descriptor = { ...DESCRIPTOR, ...change };
  return { ...scenario, programs: scenario.programs.map((program) => ({ ...program, descriptor })) };
}

const BEGIN = at('wave-formed');

/** A draw that forms no wave tries nothing. */
const EMPTY = at('draw-begin', { draw: 0 });

describe('covergroup programs', () => {
  it('tells on what primitives it ran, beside what it exports', () => {
    const scenario = scenarioOf({});
    const draws = scenario.draws.map((draw) => ({
      ...draw,
      registers: { ...draw.registers, VGT_PRIMITIVE_TYPE: 2 },
    }));
    expect(covered('programs', { ...scenario, draws }, [BEGIN])).toMatchObject({
      kind: { lines: 1 },
      'kind x exports': { 'lines x depth and colours': 1 },
    });
  });

  it('counts once at each draw that forms waves what its program was generated from', () => {
    expect(covered('programs', scenarioOf({}), [EMPTY, BEGIN, BEGIN])).toMatchObject({
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

  it('asks for no wait of programs without a section, and for nothing of others', () => {
    const section = { ...DESCRIPTOR.section, shape: 'none', steps: [] } as const;
    const hits = covered('programs', scenarioOf({ section, exit: 'none' }), [BEGIN]);
    expect(hits).toMatchObject({ shape: { none: 1 }, exit: { none: 1 } });
    expect([hits.entry, hits.packer, hits.sleep]).toEqual([undefined, undefined, undefined]);
    expect(covered('programs', smallScenario(), [BEGIN])).toEqual({});
    const entries = binRows(emptyCoverage()).filter(({ item }) => item === 'shape x entry');
    expect(entries.filter(({ of, kind }) => of[0] === 'none' && kind === 'count')).toEqual([]);
  });
});

it('covergroup program-accesses counts each access of a section, and sizes where there are several', () => {
  expect(covered('program-accesses', scenarioOf({}), [BEGIN])).toMatchObject({
    shape: { loop: 2 },
    operation: { update: 1, atomic: 1 },
    path: { buffer: 1, flat: 1 },
    size: { b64: 1 },
    'size x path': { 'b64 x buffer': 1 },
  });
});
