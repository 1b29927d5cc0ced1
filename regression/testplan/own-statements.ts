/** A sentence of the source documents that their list of statements leaves out. */
export interface OwnStatement {
  readonly id: string;
  /** Number of the document and line in it. */
  readonly source: string;
  readonly text: string;
}

/** What the list of statements (S, R, P) leaves out, numbered X-001 and so on, and treated like the others. */
export const OWN_STATEMENTS: readonly OwnStatement[] = [
  { id: 'X-001', source: '004, line 64', text: 'The scalar ALU operates in parallel with the vector ALU.' },
  { id: 'X-002', source: '004, line 96', text: 'The barycentric interpolator (BCI) is a block of its own.' },
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
    text: 'PAL makes no exception of POPS for relaxed rasterization order either.',
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
];
