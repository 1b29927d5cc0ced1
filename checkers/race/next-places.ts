import type { DecodedProgram, Instruction, RegisterUse } from '../../arch/index.js';

/** Index that no program reaches. */
const NOWHERE = 0x7fffffff;

/** For each instruction of a program and for its end: the index of the first one from there on that has a property. */
type NextPlaces = Int32Array;

/** Tables of one program: where waits are, and by the index of each load where its registers are touched. */
interface Tables {
  readonly waits: NextPlaces;
  readonly touches: Map<number, NextPlaces>;
}

const KNOWN = new WeakMap<DecodedProgram, Tables>();

function tablesOf(program: DecodedProgram): Tables {
  let tables = KNOWN.get(program);
  if (tables === undefined) {
    tables = { waits: nextPlaces(program, ({ wait }) => wait !== undefined), touches: new Map() };
    KNOWN.set(program, tables);
  }
  return tables;
}

function nextPlaces(
  { instructions }: DecodedProgram,
  has: (instruction: Instruction) => boolean,
): NextPlaces {
  const next = new Int32Array(instructions.length + 1).fill(NOWHERE);
  for (let i = instructions.length - 1; i >= 0; i--) next[i] = has(instructions[i]) ? i : next[i + 1];
  return next;
}

/** Index of the first instruction from `from` on that waits for counters; past every program when there is none. */
export function nextWait(program: DecodedProgram, from: number): number {
  return tablesOf(program).waits[from];
}

/** The same of the first that reads or overwrites a register which `load`, an instruction of the program, writes. */
export function nextTouch(program: DecodedProgram, { index, defines }: Instruction, from: number): number {
  const { touches } = tablesOf(program);
  let table = touches.get(index);
  if (table === undefined) {
    table = nextPlaces(program, (other) => meet(other.uses, defines) || meet(other.defines, defines));
    touches.set(index, table);
  }
  return table[from];
}

/** Whether two sets of registers have one in common. */
export function meet(a: RegisterUse, b: RegisterUse): boolean {
  return contain(a.vectors, b.vectors) || contain(a.scalars, b.scalars);
}

function contain(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < b.length; i++) {
    for (let j = 0; j < a.length; j++) {
      if (a[j] === b[i]) return true;
    }
  }
  return false;
}
