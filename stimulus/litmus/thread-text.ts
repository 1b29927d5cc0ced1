import { getMnemonic } from '../../arch/index.js';
import { LITMUS_RESULT_WORDS } from '../../transactions/index.js';
import { type Dialect, emitFlatPrimitive } from '../dialect/index.js';
import { log2 } from '../driver/words.js';

/** Log2 of the byte stride between runs in a cell's memory. */
export const RUN_BYTES_LOG2 = 9;
/** The byte stride between a run's variables: one cache line. */
export const VARIABLE_BYTES = 128;

/** Log2 of the size of a run's results, in bytes. */
const RESULT_BYTES_LOG2 = log2(4 * LITMUS_RESULT_WORDS);

/** One of a run's variables. Each has its own cache line. */
export type Variable = 'x' | 'y' | 'z';

const VARIABLES: readonly Variable[] = ['x', 'y', 'z'];

/** The first of the SGPRs that hold the variables' byte offsets. */
const OFFSET_SGPR = 20;

/** The destination SGPR of the loads that are used as delays. */
const DELAY_REGISTER = 19;

/** Emitters for the building blocks of a litmus test's threads. */
export type LitmusEmitters = ReturnType<typeof createLitmusEmitters>;

/**
 * Returns the emitters for a generation. They expect the memory's descriptor in s[0:3], the offset of the run's
 * variables in v2 and s20, and the offset of its results in v3.
 */
export function createLitmusEmitters({ gfx, load, store, add, ...dialect }: Dialect) {
  const { loadBits: coherentLoad, storeBits: coherentStore, waitLoads, waitScalars, waitStores } = dialect;
  const scalar = getMnemonic('s_buffer_load_dword', gfx);
  const offset = (variable: Variable): number => VARIABLES.indexOf(variable) * VARIABLE_BYTES;
  /** Loads a variable into s`register` with a scalar load. */
  const scalarLoad = (register: number, variable: Variable, bits: string): string =>
    `\n  ${scalar} s${register}, s[0:3], s${OFFSET_SGPR + VARIABLES.indexOf(variable)} ${bits}`;
  return {
    ...{ coherentLoad, coherentStore, waitLoads, waitScalars, waitStores, scalarLoad },
    /** Loads a variable into v`register` with a vector load and the given cache bits. */
    load: (register: number, variable: Variable, bits: string): string =>
      `\n  ${load(`v${register}`, 'v2', { offset: offset(variable), bits })}`,
    /** Stores a constant to a variable with a vector store. */
    store: (variable: Variable, value: number, bits: string): string => `
  v_mov_b32_e32 v4, ${value}
  ${store('v4', 'v2', { offset: offset(variable), bits })}`,
    /** Stores the `register` operand plus 1 as result `index` of the run. */
    result: (index: number, register: string): string => `
  v_mov_b32_e32 v7, ${register}
  ${add} v7, 1, v7
  ${store('v7', 'v3', { offset: 4 * index })}
  ${waitStores}`,
    /** The register that holds the collision argument. */
    collision: 's6',
    /**
     * Delays the thread by `loads` consecutive scalar loads of z. A sleep instruction would end early on generations
     * where a wave's exit wakes the others (S-048).
     */
    delay: (loads: number): string =>
      `${scalarLoad(DELAY_REGISTER, 'z', coherentLoad)}\n  ${waitScalars}`.repeat(loads),
  };
}

/**
 * Emits a cell's program. Each wave's primitive number selects its run and the thread whose code it executes. All waves
 * run `before` before their threads diverge and, if `isOrdered`, then enter ordered sections.
 *
 * @param firstVariable byte offset of the first run's variables
 */
export function emitLitmusProgram(
  dialect: Dialect,
  threads: readonly string[],
  firstVariable: number,
  { isOrdered, before }: { readonly isOrdered: boolean; readonly before: string },
): string {
  const branches = threads.map((_, i) => `\n  s_cmp_eq_u32 s13, ${i}\n  s_cbranch_scc1 thread${i}`);
  const bodies = threads.map((text, i) => `\nthread${i}:${text}\n  s_branch leave`);
  return `
  ${emitFlatPrimitive(dialect)}
  v_readfirstlane_b32 s12, v1
  s_and_b32 s13, s12, ${threads.length - 1}
  s_lshr_b32 s12, s12, ${log2(threads.length)}
  s_lshl_b32 s14, s12, ${RESULT_BYTES_LOG2}
  s_lshl_b32 s${OFFSET_SGPR}, s12, ${RUN_BYTES_LOG2}
  s_add_i32 s${OFFSET_SGPR}, s${OFFSET_SGPR}, 0x${firstVariable.toString(16)}
  s_add_i32 s${OFFSET_SGPR + 1}, s${OFFSET_SGPR}, ${VARIABLE_BYTES}
  s_add_i32 s${OFFSET_SGPR + 2}, s${OFFSET_SGPR + 1}, ${VARIABLE_BYTES}
  v_mov_b32_e32 v2, s${OFFSET_SGPR}
  v_mov_b32_e32 v3, s14
  ${before}
  ${isOrdered ? dialect.entry : ''}
  ${branches.join('')}
  s_branch leave
  ${bodies.join('')}
leave:
  ${isOrdered ? dialect.exit : dialect.waveEnd}`;
}
