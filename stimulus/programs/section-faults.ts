import { EXPORT_TARGET, factsOf, getCounter, getMnemonic } from '../../arch/index.js';
import { assembleWords, emitWaits, getDialect, waitFor } from '../dialect/index.js';
import {
  both,
  copy,
  drop,
  type EditedProgram,
  every,
  first,
  following,
  insert,
  insertText,
  type Mutator,
  move,
  moveInstruction,
  type Place,
  type Places,
  type Predicate,
  type ProgramFaults,
  replace,
  rewrite,
} from './edit.js';
import { BACK_BRANCH } from './entry-faults.js';

/** The first source's bits in a scalar instruction. */
const FIRST_SOURCE = 0xff;

/** The start of the entry wait. */
const ENTRY = first('entry', ({ kind, mnemonic }) => kind === 'wait-event' || mnemonic === 's_bitcmp1_b32');

/** The wait for the event or, before GFX11, the first read of the exiting id. */
const POLL = first('poll', ({ kind, readsExitingId }) => kind === 'wait-event' || readsExitingId);

/** The message or, on GFX11 and later, the export with `done`. */
const EXIT = first(
  'exit',
  ({ kind }, _, { decoded }) => kind === (factsOf(decoded.gfx).exitsByExport ? 'export' : 'message'),
);

const LOAD = first('load', ({ memory }) => memory?.access === 'load');
const FLAT_LOAD = first('generic pointer load', ({ memory }) => memory?.space === 'flat');
const FLAT_WAIT = first('wait', waitsForAll('load'), FLAT_LOAD);
const LAYER_MASK = first('layer mask', ({ mnemonic }) => mnemonic === 's_and_b32');
const LANE_COUNT = first('active lane count', ({ mnemonic }) => mnemonic.startsWith('s_bcnt1_i32'));
const FIRST_HALF = first('first half', ({ mnemonic }) => mnemonic.startsWith('s_and_saveexec'));

const STORES = every(({ memory }) => memory?.access === 'store');
/** The store of the `many_paths` program in its second half. */
const SECOND_HALF: Place = (program) => STORES(program)[1];
/** The store of the `many_paths` program to the second buffer. */
const SECOND_BUFFER: Place = (program) => STORES(program)[2];

/** Faults in the contents of the section (faults.md E), for the `many_paths` and `intrawave_layers` programs. */
export const SECTION_FAULTS: ProgramFaults = {
  F77: move(LOAD, ENTRY),
  F78: move(SECOND_HALF, following(EXIT)),
  F79: move(SECOND_BUFFER, ENTRY),
  F96: insert(following(EXIT), (program) =>
    program.decoded.instructions
      .slice(ENTRY(program), BACK_BRANCH(program) + 1)
      .flatMap(({ words }) => words),
  ),
  F99: move(EXIT, FLAT_LOAD),
  F104: drop(findLastWait('scalar')),
  F105: (program) => {
    const { gfx } = program.decoded;
    const [wait, use] = [findLastWait('load')(program), EXIT(program) + 2];
    if (getCounter(gfx, 'store') !== getCounter(gfx, 'load')) return moveInstruction(program, wait, use);
    // If loads and stores share a counter, let the youngest operation (the load) stay outstanding.
    const withWeakWait = {
      ...program,
      words: replace(
        () => wait,
        (word) => word | 1,
      )(program),
    };
    return insertText(withWeakWait, use, waitFor(gfx, 'load'));
  },
  F107: replace(FLAT_WAIT, (_, { decoded }) => assembleWords(waitFor(decoded.gfx, 'load'), decoded.gfx)[0]),
  F108: rewrite(LAYER_MASK, (program) => {
    const { words, defines } = program.decoded.instructions[LAYER_MASK(program)];
    return `s_mov_b32 s${defines.scalars[0]}, s${words[0] & FIRST_SOURCE}`;
  }),
  F109: move(LANE_COUNT, ENTRY),
  F110: insert(FIRST_HALF, emitSpin),
  F191: insert(ENTRY, emitCountedWait),
  F192: copy(EXIT, SECOND_BUFFER),
  F277: insert(
    () => 0,
    ({ decoded }) => (decoded.wave === 64 ? 's_wqm_b64 exec, exec' : 's_wqm_b32 exec_lo, exec_lo'),
  ),
};

/**
 * Emits two scalar loads for waves with no active lanes. The first result is used even though the wait still allows one
 * load to be outstanding.
 */
function emitCountedWait({ decoded }: EditedProgram): string {
  const load = getMnemonic('s_buffer_load_dword', decoded.gfx);
  return `
  s_cbranch_execnz has_lanes
  ${load} s21, s[0:3], 0
  ${load} s22, s[0:3], 4
  ${emitWaits(decoded.gfx, { [getCounter(decoded.gfx, 'scalar')]: 1 })}
  s_mov_b32 s20, s21
  ${waitFor(decoded.gfx, 'scalar')}
has_lanes:`;
}

/** Emits a slow loop in which the first primitive waits for the pixel's word to become -1. */
function emitSpin({ decoded }: EditedProgram): string {
  const { load, waitLoads } = getDialect(decoded.gfx, decoded.wave);
  return `
  v_readfirstlane_b32 s22, v1
  s_cmp_lg_u32 s22, 1
  s_cbranch_scc1 spin_done
spin:
  ${load('v4', 'v3', { bits: 'glc' })}
  ${waitLoads}
  s_sleep 127
  v_readfirstlane_b32 s22, v4
  s_cmp_lg_u32 s22, -1
  s_cbranch_scc1 spin
spin_done:`;
}

/** Tests for a wait until no operation of the kind is outstanding. */
function waitsForAll(operation: 'scalar' | 'load'): Predicate {
  return ({ wait }, _, { decoded }) => wait?.[getCounter(decoded.gfx, operation)] === 0;
}

/** The last wait before the exit until no operation of the kind is outstanding. */
function findLastWait(operation: 'scalar' | 'load'): Place {
  const matches = waitsForAll(operation);
  return (program) =>
    program.decoded.instructions.slice(0, EXIT(program)).findLastIndex((i) => matches(i, 0, program));
}

/** The channel bits in the first word of an export. */
const EXPORT_CHANNELS = 0xf;
/** The position of the target in the first word of an export. */
const EXPORT_TARGET_SHIFT = 4;
const EXPORT_TARGET_FIELD = 0x3f << EXPORT_TARGET_SHIFT;
/** The done bit in the first word of an export. */
const EXPORT_DONE = 1 << 11;

/** The instruction that deallocates the wave's VGPRs. */
const DEALLOCATE_VGPRS = 's_sendmsg sendmsg(MSG_DEALLOC_VGPRS)';

const EXPORTS = every((instruction) => instruction.export !== undefined);
const FIRST_EXPORT: Place = (program) => EXPORTS(program)[0];
const SECOND_EXPORT: Place = (program) => EXPORTS(program)[1];
const LAST_EXPORT: Place = (program) => EXPORTS(program).at(-1)!;
const NULL_EXPORT = first('null export', (instruction) => instruction.export?.target === EXPORT_TARGET.NULL);
const SCRATCH_STORES = every(({ memory }) => memory?.space === 'scratch' && memory.access === 'store');

const setDone = (places: Place | Places): Mutator => replace(places, (word) => word | EXPORT_DONE, 0);
const clearDone = (places: Place | Places): Mutator => replace(places, (word) => word & ~EXPORT_DONE, 0);

function setTarget(place: Place, target: number): Mutator {
  return replace(place, (word) => (word & ~EXPORT_TARGET_FIELD) | (target << EXPORT_TARGET_SHIFT), 0);
}

/** Faults in a program's exports (faults.md G). */
export const EXPORT_FAULTS: ProgramFaults = {
  F130: drop(EXPORTS),
  F132: both(setDone(FIRST_EXPORT), clearDone(LAST_EXPORT)),
  F133: setDone(FIRST_EXPORT),
  F134: clearDone(EXPORTS),
  F135: setTarget(LAST_EXPORT, EXPORT_TARGET.NULL),
  F136: setTarget(LAST_EXPORT, EXPORT_TARGET.MRTZ),
  F137: both(setTarget(FIRST_EXPORT, EXPORT_TARGET.MRT0), setTarget(SECOND_EXPORT, EXPORT_TARGET.MRTZ)),
  F138: both(
    replace(NULL_EXPORT, (word) => word | EXPORT_CHANNELS, 0),
    replace(NULL_EXPORT, () => 0, 1),
  ),
  F140: insert(LAST_EXPORT, DEALLOCATE_VGPRS),
  F146: drop(every((instruction) => instruction.export?.target === EXPORT_TARGET.MRTZ)),
  F174: insert((program) => SCRATCH_STORES(program).at(-1)! + 1, DEALLOCATE_VGPRS),
  F265: copy(POLL, LAST_EXPORT),
};
