/**
 * A statement missing from the numbered list. It comes from the source documents or, since those end with GFX11
 * (S-003), from another source.
 */
export interface AddedStatement {
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
    source: outsideSource('Mesa (corpus, gfx12.md); RDNA4 ISA manual, 4.1'),
    text: 'On GFX12, an ordered store needs device scope to be seen by waves of other shader arrays.',
  },
  {
    id: 'X-016',
    source: outsideSource('LLVM 19 (pops.md 4)'),
    text: 'On GFX12, stores with a narrower scope are released by a write-back to the device before the exit.',
  },
  {
    id: 'X-017',
    source: outsideSource("the driver's register table (faults.md F123)"),
    text: 'GFX12 has DB_SHADER_CONTROL, DB_Z_INFO and PA_SC_SHADER_CONTROL at other addresses; writes to the GFX11 addresses leave ordering off.',
  },
];
