import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookup } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/index.js';

/**
 * Statements that nothing could violate, each with the reason: they concern the source itself, history, wording,
 * conventions or parts that are not modelled. Every other statement can be judged.
 */
export const INFORMATIVE: Readonly<Record<string, string>> = lookup({
  'S-001': 'history: no generation before GFX9 is modelled',
  'S-003': 'the scope of the source, not a property of the hardware',
  'S-004': 'describes how reliable the source is',
  'S-043': 'a compiler convention; every instruction may read the operand',
  'S-050': 'meaning of a SPIR-V instruction; machine code has no marker for one invocation',
  'S-071':
    'states a purpose, which no behaviour can contradict; tools/bench/README.md shows the cost saved by layers',
  'S-074': 'whether a cost is worthwhile is up to the application',
  'S-096': 'a definition of the memory model: it says which barriers an application may use',
  'S-113': 'says which register holds most fields; S-114 to S-125 state the fields one by one',
  'S-120': "one driver's choice; coarser granularity than required is legal",
  'S-121': 'wording of APIs; the interlock mode of a scenario is an input',
  'S-132': 'the name of a workaround in one driver',
  'S-133':
    'a figure for one program on one chip, compared with our figure in tools/bench/README.md; PERF-03 and ORD-11 judge drains',
  'S-137': 'the name of a workaround in one driver',
  'S-138': 'says that nothing is known',
  'S-141': 'a feature that one driver lacks',
  'S-152': 'features that one driver does not use',
  'S-153': 'the observation that two features have no effect',
  'S-154': 'a difference in wording between copies of the source',
  'R-001': 'why drivers compile late; nothing is compiled during a run',
  'R-002': 'how drivers keep shaders; nothing is compiled during a run',
  'R-003': 'compile time; nothing is compiled during a run',
  'R-004': 'a count of state combinations',
  'R-017': 'when compilers run',
  'R-038': 'compile time; nothing is compiled during a run',
  'R-039': 'compiler tools',
  'R-040': 'history of an older chip',
  'R-043': 'where a compiler of vertex shaders may place loads; programs are already complete',
  'R-045': 'what a driver compiles for vertex outputs; programs are already complete',
  'R-046': 'a driver policy',
  'R-048': 'translation inside a driver',
  'R-049': 'which state a driver compiles for; R-013 and S-119 cover the states themselves',
  'R-050': 'division of work between drivers',
  'R-051': 'caching of compiled shaders',
  'R-052': 'compiler passes',
  'P-001': 'the model has one source of compute work; the number of engines has no effect on it',
  'P-006': 'says which unit took over the duties of another; in the model, geometry work arrives complete',
  'P-010': 'a restatement',
  'P-015': 'names of two halves of one unit; P-016 and P-040 describe their behaviour',
  'P-022': 'levels of translation and kinds of pages are not modelled; P-146 to P-149 describe translation',
  'P-025': 'a definition of the word wave',
  'P-032': 'the model has one engine, as do its chip descriptions',
  'P-041': 'a count of blocks; the model has one for each packer, and P-062 judges the routing',
  'P-044': 'the command processor is not modelled',
  'P-045': 'in the model, no wave waits for room in the parameter cache',
  'P-046': 'the SDMA engine is not modelled',
  'P-047': 'a list of blocks, most of which are not modelled',
  'P-048': 'a list of blocks; those that are modelled have their own statements',
  'P-055': 'geometry engines are not modelled; their work arrives complete',
  'P-114': 'arithmetic units are not modelled; a vector instruction takes one issue slot',
  'P-117': 'banks of vector registers are not modelled; the knob issueGap covers their conflicts',
  'P-118': 'operand caches are not modelled; the knob issueGap covers them',
  'P-122': 'names two access paths; P-123 to P-136 describe their behaviour',
  'P-125': 'how compilers use instructions; the rules do not depend on it',
  'P-137': 'operand storage is not modelled; direct reads always find room',
  'P-140': 'addresses and data of an access arrive together in the model',
  'P-150': 'a ranking that implies no behaviour; P-141 to P-143 describe FLAT',
  'P-151': 'the width of a bus that is not modelled',
  'P-154': 'only says that certain wires exist',
  'X-001': 'affects only the time at which instructions end (knob issueGap), not their order',
  'X-002': 'says that a block exists; P-050 judges the values that it produces',
  'X-003': 'affects only the time at which instructions arrive (knobs fetchLatency and fillLatency)',
  'X-004': 'as for X-003: a prefetch only shortens the latency of the next line',
  'X-005': 'redundant updates have no effect; registers reach the model as the state of a draw',
  'X-006': 'ordering applies to the draws of one process; the model has one page table',
  'X-007': 'ordering applies to the draws of one queue; the model has one, whose state is its scenario',
  'X-008': 'an optimisation that one driver does not use; S-143 says what is allowed',
  'X-009': 'compiler passes, as in R-052',
  'X-010':
    'checked by a project test (lds/banks.test.ts): a request returns a dword from each of eight banks',
});

/**
 * A statement missing from the numbered list. It comes from the source documents or, since those end with GFX11
 * (S-003), from another source.
 */
interface AddedStatement {
  readonly id: string;
  /** The document number and line, or an outside source. */
  readonly source: string;
  readonly text: string;
}

/** Marks a source that is not one of the documents. */
const outsideSource = (source: string): string => `outside the documents: ${source}`;

/** Additions to the statement list (S, R, P), numbered from X-001 and treated like the others. */
export const ADDED_STATEMENTS: readonly AddedStatement[] = [
  { id: 'X-001', source: '004, line 64', text: 'The scalar ALU operates in parallel with the vector ALU.' },
  { id: 'X-002', source: '004, line 96', text: 'The barycentric interpolator (BCI) is a separate block.' },
  {
    id: 'X-003',
    source: '004, line 39',
    text: 'An instruction buffer (IB) stages the instructions that SQ and CP consume.',
  },
  { id: 'X-004', source: '004, line 41', text: 'The instruction store (IS) is a prefetch buffer.' },
  {
    id: 'X-005',
    source: '004, line 53',
    text: 'The packet filtering block (PFB) discards redundant state updates and registers.',
  },
  {
    id: 'X-006',
    source: '004, line 90',
    text: 'A VMID identifies the page table of the process that runs on the GPU.',
  },
  {
    id: 'X-007',
    source: '004, lines 36 and 46',
    text: 'Queue descriptors (HQD, MQD) hold the state of a queue, which the CP uses.',
  },
  {
    id: 'X-008',
    source: '000, 001, 002, "Out-of-order rasterization interaction"',
    text: 'PAL does not special-case POPS for relaxed rasterization order either.',
  },
  {
    id: 'X-009',
    source: '003, line 211',
    text: 'A required GLSL pass demotes inputs, not only outputs, to local variables.',
  },
  {
    id: 'X-010',
    source: '004, line 213',
    text: 'A parameter read request returns 8 or 16 dwords; a read that needs more sends more requests.',
  },
  {
    id: 'X-011',
    source: outsideSource('Mesa 2a4424425a8 (pops.md 3)'),
    text: 'On GFX12, s_wait_event waits for export-ready only if bit 1 of its immediate is set; it does not wait if the immediate is 1 or 0, the value that GFX11 uses.',
  },
  {
    id: 'X-012',
    source: outsideSource('Mesa and LLVM 19 (pops.md 4)'),
    text: 'On GFX12, stores before the exit must be waited for with STORECNT; LOADCNT does not cover them.',
  },
  {
    id: 'X-013',
    source: outsideSource('LLVM, SIInsertWaitcnts'),
    text: 'On GFX12, sampler loads, scalar loads and data share accesses each have their own counter, and a loaded value is ready once the wave has waited for that counter.',
  },
  {
    id: 'X-014',
    source: outsideSource('Mesa (corpus, gfx12.md); RDNA4 ISA manual, 4.1'),
    text: 'On GFX12, an ordered load needs device scope to see stores by waves on other compute units.',
  },
  {
    id: 'X-015',
    source: outsideSource('LLVM, pull requests 98599 and 110636'),
    text: 'On GFX12, a store of any scope below system has reached L2 when its wave has waited for it; GL1 is only a buffer.',
  },
  {
    id: 'X-017',
    source: outsideSource("the driver's register table (faults.md F123)"),
    text: 'GFX12 has DB_SHADER_CONTROL, DB_Z_INFO and PA_SC_SHADER_CONTROL at other addresses; writes to the GFX11 addresses leave ordering off.',
  },
];

/** A numbered statement from the source documents (docs/reference/statements.md). */
export interface Statement {
  readonly id: string;
  /** The numbers of the documents that contain it. */
  readonly source: string;
  readonly text: string;
  /** Why nothing could violate the statement. Absent if the statement can be violated. */
  readonly informative?: string;
}

const ROW = /^\| ([SRP]-\d{3}) \| (.*?) \| (.*?) \| /gm;

/** Reads all statements in order, followed by this project's additions. Throws if the list is malformed. */
export function readStatements(): Statement[] {
  const list = readFileSync(join(findPackageRoot(), 'docs/reference/statements.md'), 'utf8');
  return parseStatements(list, INFORMATIVE, ADDED_STATEMENTS);
}

/**
 * Parses a list of statements, one per table row, and appends `additions`. Throws if `informative` names an unlisted
 * statement.
 */
export function parseStatements(
  list: string,
  informative: Readonly<Record<string, string>> = INFORMATIVE,
  additions: readonly AddedStatement[] = [],
): Statement[] {
  const listed = Array.from(list.matchAll(ROW), ([, id, text, source]) => ({
    id: id!,
    source: source!,
    text: text!,
  }));
  const statements = [...listed, ...additions].map((statement) => ({
    ...statement,
    ...(Object.hasOwn(informative, statement.id) ? { informative: informative[statement.id]! } : {}),
  }));
  const unknownIds = Object.keys(informative).filter(
    (id) => !statements.some((statement) => statement.id === id),
  );
  if (unknownIds.length > 0) throw new Error(`Unknown informative statements: ${unknownIds.join(', ')}.`);
  return statements;
}
