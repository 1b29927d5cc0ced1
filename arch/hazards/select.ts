import type { Gfx } from '../chips.js';
import type { CounterName } from '../counters.js';
import { type DependencyName, formatDependencyWait } from '../isa/dependencies.js';
import type { SinceGeneration } from '../since-generation.js';
import { SCALAR } from '../wave-state.js';
import { CLASS, type HazardFacts, isIn, VECTOR_BASE, waitsForCounter } from './facts.js';
import type { Certainty, Form, HazardEffect, HazardRow, Registers, Stage } from './row.js';

/** The register of hazards that concern no register. */
export const ANY: Registers = [0];
export const NONE: Registers = [];

const { EXEC_LO, EXEC_HI, VCC_LO, VCC_HI, M0, SCC } = SCALAR;

/** Effects of hazards: old values are read, or those of a later instruction. */
export const STALE: HazardEffect = { shows: 'stale' };
export const OLD_M0: HazardEffect = { shows: 'stale', registers: () => [M0] };
export const OLD_EXEC: HazardEffect = { shows: 'stale', registers: () => [EXEC_LO, EXEC_HI] };
export const OLD_VCC: HazardEffect = { shows: 'stale', registers: () => [VCC_LO, VCC_HI] };
export const LATE: HazardEffect = { shows: 'late' };

type Select = (facts: HazardFacts) => Registers;

/** Returns the text that waits for a dependency. */
export function waitFor(name: DependencyName): SinceGeneration<string> {
  const wait = formatDependencyWait(name);
  return { gfx9: `s_waitcnt_depctr ${wait}`, gfx12: `s_wait_alu ${wait}` };
}

/** Returns a selector for instructions of the given classes; others have no registers. */
export function of(classes: number, select: Select | Registers): Select {
  return (facts) => {
    if (!isIn(facts, classes)) return NONE;
    return typeof select === 'function' ? select(facts) : select;
  };
}

/** Returns a selector for instructions whose name matches. */
export function named(pattern: RegExp, select: Select | Registers = ANY): Select {
  return (facts) => {
    if (!pattern.test(facts.mnemonic)) return NONE;
    return typeof select === 'function' ? select(facts) : select;
  };
}

/** Returns a selector that unites others. */
export function either(...selectors: readonly Select[]): Select {
  return (facts) => selectors.flatMap((select) => select(facts));
}

function isSgpr(register: number): boolean {
  return register < M0 && register !== SCC;
}

function isExec(register: number): boolean {
  return register === EXEC_LO || register === EXEC_HI;
}

/** SGPRs and VCC. */
export const readsSgprs: Select = ({ reads }) => reads.filter(isSgpr);
export const writesSgprs: Select = ({ writes }) => writes.filter(isSgpr);
/** All scalar registers but SCC. */
export const readsScalars: Select = ({ reads }) => reads.filter((r) => r < VECTOR_BASE && r !== SCC);
export const writesScalars: Select = ({ writes }) => writes.filter((r) => r < VECTOR_BASE && r !== SCC);
export const readsVectors: Select = ({ reads }) => reads.filter((r) => r >= VECTOR_BASE);
export const writesVectors: Select = ({ writes }) => writes.filter((r) => r >= VECTOR_BASE);
export const readsExec: Select = ({ reads }) => (reads.some(isExec) ? ANY : NONE);
export const writesExec: Select = ({ writes }) => (writes.some(isExec) ? ANY : NONE);
export const readsVcc: Select = ({ reads }) => reads.filter((r) => r === VCC_LO || r === VCC_HI);
export const writesVcc: Select = ({ writes }) => writes.filter((r) => r === VCC_LO || r === VCC_HI);
export const writesM0: Select = ({ writes }) => (writes.includes(M0) ? ANY : NONE);

/** The lane number of `v_readlane` and `v_writelane`, if it is an SGPR or VCC. */
export const readsLaneNumber: Select = named(/^v_(?:read|write)lane_b32$/, ({ fields }) =>
  isSgpr(fields.src1 ?? M0) ? [fields.src1!] : NONE,
);

/** The source that DPP moves between lanes. */
export const readsPermuted: Select = ({ fields }) =>
  fields.x_src0 === undefined ? NONE : [VECTOR_BASE + fields.x_src0];

/** The data registers of stores of more than 64 bits that GFX9 reads late. */
export const readsWideData: Select = ({ classes, fields, instruction: { memory } }) => {
  if (memory === undefined || memory.dwords <= 2 || (classes & CLASS.store) === 0) return NONE;
  const isBuffer = (classes & CLASS.buffer) !== 0;
  if (isBuffer && fields.soffset! < SCALAR.CONSTANTS) return NONE;
  const first = VECTOR_BASE + (isBuffer ? fields.vdata : fields.data)!;
  return Array.from({ length: memory.dwords }, (_, i) => first + i);
};

/** Counts instructions of the given classes. */
export function countsOf(classes: number): (facts: HazardFacts) => number {
  return (facts) => (isIn(facts, classes) ? 1 : 0);
}

/** A hazard row without what follows from its other fields or from its table. */
type HazardEntry = Omit<HazardRow, 'generations' | 'sure' | 'needs'> &
  Partial<Pick<HazardRow, 'generations' | 'sure' | 'needs'>> & {
    /** For hazards that only wait states end: the first and last instruction, and what else ends them. */
    readonly after?: readonly [begins: Select, last: Select, ends?: Stage['ends']];
  };

/** Returns the rows of a table. By default, they concern its generations. */
export function defineHazards(generations: readonly Gfx[], rows: readonly HazardEntry[]): HazardRow[] {
  return rows.map(({ after, ...row }) => {
    const { waitStates: limit = 0 } = row;
    const needs = `${limit} wait state${limit === 1 ? '' : 's'}`;
    const forms = after && { forms: [afterWaitStates(limit, ...after)] };
    return { generations, needs, sure: getCertainty(row.source), ...forms, ...row };
  });
}

/** Returns who documents a hazard, according to its source. */
export function getCertainty(source: string): Certainty {
  const [llvm, mesa, manual] = ['LLVM', 'Mesa', 'manual'].map((name) => source.includes(name));
  if (llvm && mesa) return '2';
  const code = llvm ? 'L' : 'M';
  if (!manual) return code;
  return llvm || mesa ? `${code}, I` : 'I';
}

function afterWaitStates(limit: number, begins: Select, last: Select, ends?: Stage['ends']): Form {
  const counts: Stage['counts'] = ({ waitStates }) => waitStates;
  return { stages: [{ begins, counts, limit, ...(ends && { ends }) }], last };
}

/** Ends the hazard of a register once an instruction outside the given classes has overwritten it. */
export function overwrittenBy(classes: number): NonNullable<Stage['ends']> {
  return (facts, register) => !isIn(facts, classes) && facts.writes.includes(register);
}

/** Returns a form of two instructions. */
export function pair(
  begins: Select,
  last: Select,
  ends: NonNullable<Stage['ends']>,
  isSafe?: Form['isSafe'],
): Form {
  return { stages: [{ begins, ends }], last, ...(isSafe && { isSafe }) };
}

/** Returns what hazards have in common after which an old value is read unless a dependency is waited for. */
export function readsOld(name: DependencyName, ...forms: readonly Form[]) {
  return { fix: waitFor(name), consequence: 'the old value is read', effect: STALE, forms };
}

/** The counters of vector memory and data-share accesses. */
const ACCESS_COUNTERS: readonly CounterName[] = ['vm', 'vs', 'lgkm', 'sample', 'bvh'];

/**
 * Returns one form per counter for a hazard whose first instruction is a vector memory or data-share access. Waiting
 * until the access's own counter is 0 ends it, as does `ends`.
 */
export function perCounter(
  begins: Select,
  last: Select,
  ends: NonNullable<Stage['ends']>,
  isSafe?: Form['isSafe'],
): Form[] {
  return ACCESS_COUNTERS.map((counter) =>
    pair(
      (facts) => (facts.instruction.memory?.counter === counter ? begins(facts) : NONE),
      last,
      (facts, register, age) => waitsForCounter(facts, counter) || ends(facts, register, age),
      isSafe,
    ),
  );
}
