import type { Gfx, WaveSize } from '../chips.js';
import type { DecodedProgram, Instruction } from '../isa/instruction.js';
import { getSuccessors } from '../isa/program.js';
import { memoisePerProgram } from '../isa/straight-runs.js';
import { memoise } from '../memoise.js';
import { getHazardFacts, type HazardFacts } from './facts.js';
import { getHazardsFor } from './index.js';
import { OPERAND_ROWS } from './operand-rows.js';
import { advance, type HazardSteps, keepYoungest, NOTHING, type State } from './pending.js';
import type { Form, HazardRow, OperandRow, Registers } from './row.js';
import { NONE } from './select.js';

/** An instruction that comes too early on some path. */
export interface EarlyInstruction {
  readonly instruction: Instruction;
  readonly steps: HazardSteps;
  /** The age of the hazard, in what its form counts. */
  readonly age: number;
}

/** What a row says about a program, in one of its forms. */
export interface RowResult {
  readonly row: HazardRow;
  /** Number of instructions that the hazard could concern. */
  readonly checked: number;
  /** The instructions that come too early, in program order, each with the path found first. */
  readonly early: readonly EarlyInstruction[];
}

/** A straight run of instructions, as indices. */
interface Block {
  readonly first: number;
  /** The index after the last instruction. */
  readonly end: number;
  readonly next: readonly number[];
}

function findBlocks({ instructions, epilog }: DecodedProgram): readonly Block[] {
  const successors = instructions.map((instruction) => getSuccessors(instruction, epilog));
  const starts = new Set([0]);
  successors.forEach((next, index) => {
    if (next.length === 1 && next[0] === index + 1) return;
    for (const start of [...next, index + 1]) if (start < instructions.length) starts.add(start);
  });
  const firsts = [...starts].sort((a, b) => a - b);
  const blockAt = new Map(firsts.map((first, i) => [first, i]));
  return firsts.map((first, i) => {
    const end = firsts[i + 1] ?? instructions.length;
    const next = (successors[end - 1] ?? []).flatMap((index) => blockAt.get(index) ?? []);
    return { first, end, next };
  });
}

/** An instruction that breaks an operand row. */
export interface BadOperand {
  readonly row: OperandRow;
  readonly instruction: Instruction;
  /** What is wrong with it. */
  readonly problem: string;
}

/** Finds the instructions of a program whose operands break a row; if a filter is given, only rows that it accepts. */
export function findBadOperands(
  program: DecodedProgram,
  accepts: (row: OperandRow) => boolean = () => true,
): readonly BadOperand[] {
  const rows = OPERAND_ROWS.filter((row) => row.generations.includes(program.gfx) && accepts(row));
  if (rows.length === 0) return [];
  const { facts } = getFormUses(program);
  return program.instructions.flatMap((instruction, index) => {
    const following = (count: number) => facts.slice(index + 1, index + 1 + count);
    return rows.flatMap((row) => {
      const problem = row.describe(facts[index]!, following);
      return problem === undefined ? [] : [{ row, instruction, problem }];
    });
  });
}

/** A form, with its row. */
export interface RowForm {
  readonly row: HazardRow;
  readonly form: Form;
}

/** How an instruction can be part of forms, by their numbers in the list of forms. */
export interface FormUse {
  readonly begins: ReadonlyMap<number, Registers>;
  readonly ends: ReadonlyMap<number, Registers>;
}

const listForms = memoise((gfx: Gfx) =>
  memoise((wave: WaveSize): readonly RowForm[] =>
    getHazardsFor(gfx, wave).flatMap((row) => (row.forms ?? []).map((form) => ({ row, form }))),
  ),
);

/** By facts, which programs share, so that most programs only look up their instructions. */
const USES = new WeakMap<HazardFacts, FormUse>();
/** Shared by all instructions that begin no form, and by those that end none. */
const NO_FORMS: FormUse['begins'] = new Map();

function getUse(facts: HazardFacts, forms: readonly RowForm[]): FormUse {
  const cached = USES.get(facts);
  if (cached !== undefined) return cached;
  const select = (getRegisters: (form: Form) => Registers): FormUse['begins'] => {
    const selected = forms
      .map(({ form }, i) => [i, getRegisters(form)] as const)
      .filter(([, registers]) => registers.length > 0);
    return selected.length === 0 ? NO_FORMS : new Map(selected);
  };
  const begins = select(({ stages }) => stages[0]!.begins(facts, 0));
  const use = { begins, ends: select(({ last }) => last(facts)) };
  USES.set(facts, use);
  return use;
}

/** A program's instructions, blocks and facts, the forms that it could have, and how its instructions can be part of them. */
export const getFormUses = memoisePerProgram((program: DecodedProgram) => {
  const { gfx, wave, instructions } = program;
  const forms = listForms(gfx)(wave);
  const facts = instructions.map((instruction) => getHazardFacts(instruction, program));
  const uses = facts.map((each) => getUse(each, forms));
  return { instructions, blocks: findBlocks(program), facts, forms, uses };
});

type FormUses = ReturnType<typeof getFormUses>;

/** Moves the state of a form past an instruction of a program. Returns what the instruction comes too early after. */
export function pass(program: FormUses, index: number, form: number, state: State) {
  const { begins, ends } = program.uses[index]!;
  const begun = begins.get(form) ?? NONE;
  if (state.size === 0 && begun.length === 0) return NOTHING;
  const use = { facts: program.facts[index]!, begun, used: ends.get(form) ?? NONE };
  return advance(program.forms[form]!.form, state, program.instructions[index]!, use);
}

/** Finds the instructions that come too early on any path through a program, by row and form. */
export const findHazards = memoisePerProgram((program: DecodedProgram): readonly RowResult[] => {
  const code = getFormUses(program);
  const checked = code.forms.map(() => 0);
  const hasBegun = code.forms.map(() => false);
  for (const { begins, ends } of code.uses) {
    for (const i of begins.keys()) hasBegun[i] = true;
    for (const i of ends.keys()) checked[i]!++;
  }
  return code.forms.map(({ row }, i) => {
    if (checked[i] === 0 || !hasBegun[i]!) return { row, checked: checked[i]!, early: [] };
    return { row, checked: checked[i]!, early: new Flow(code, i, new Map()).follow() };
  });
});

/** Code to insert before instructions of a program, by their indices. */
type Insertions = ReadonlyMap<number, readonly DecodedProgram[]>;

/** Returns those of a program's hazards that are left once code has been inserted, but none of that code. */
export function findRemaining(program: DecodedProgram, inserted: Insertions, found: readonly RowResult[]) {
  const code = getFormUses(program);
  return found.map((result, i): RowResult => {
    return result.early.length === 0 ? result : { ...result, early: new Flow(code, i, inserted).follow() };
  });
}

/**
 * Follows one form on all paths. At a join, the youngest of several pending instructions is kept, so a block is followed
 * again only if something got younger.
 */
class Flow {
  /** What is pending where each block begins. */
  private readonly entries: readonly State[];
  private readonly found = new Map<number, EarlyInstruction>();

  constructor(
    private readonly code: FormUses,
    /** The form's number. */
    private readonly form: number,
    private readonly insertions: Insertions,
  ) {
    this.entries = code.blocks.map(() => new Map());
  }

  follow(): readonly EarlyInstruction[] {
    const { blocks } = this.code;
    const isWaiting = blocks.map(() => true);
    const queue = [...blocks.keys()];
    for (let head = 0; head < queue.length; head++) {
      const at = queue[head]!;
      isWaiting[at] = false;
      const entry = Array.from(this.entries[at]!, ([key, pending]) => [key, { ...pending }] as const);
      const state = this.run(blocks[at]!, new Map(entry));
      for (const successor of blocks[at]!.next) {
        if (!this.join(this.entries[successor]!, state) || isWaiting[successor]!) continue;
        isWaiting[successor] = true;
        queue.push(successor);
      }
    }
    return [...this.found.values()].sort((a, b) => a.instruction.index - b.instruction.index);
  }

  /** Adds to a state what is pending on another path. Returns whether anything is new or younger. */
  private join(entry: State, state: State): boolean {
    let isChanged = false;
    for (const [key, pending] of state) if (keepYoungest(entry, key, pending)) isChanged = true;
    return isChanged;
  }

  private run({ first, end, next }: Block, state: State): State {
    const { instructions } = this.code;
    for (let index = first; index < end; index++) {
      this.insertions.get(index)?.forEach((inserted) => {
        for (const i of inserted.instructions.keys()) pass(getFormUses(inserted), i, this.form, state);
      });
      const [early] = pass(this.code, index, this.form, state);
      if (early !== undefined && !this.found.has(index))
        this.found.set(index, { instruction: instructions[index]!, steps: early.steps, age: early.age });
    }
    const last = instructions[end - 1]!;
    if (next.length < 2) return state;
    const through = (steps: HazardSteps): HazardSteps =>
      steps.instruction === last ? steps : { instruction: last, isPart: false, before: steps };
    return new Map(
      Array.from(state, ([key, pending]) => [key, { ...pending, steps: through(pending.steps) }] as const),
    );
  }
}
