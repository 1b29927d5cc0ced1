import { getMessageNumbers } from '../isa/print/message.js';
import { isAtLeast } from '../since-generation.js';
import { CLASS, type HazardFacts, isIn } from './facts.js';
import type { OperandRow } from './row.js';
import { getCertainty } from './select.js';

const SINCE_GFX10 = { generations: ['gfx10', 'gfx10.3', 'gfx11', 'gfx11.5', 'gfx12'] } as const;
const GFX10 = { generations: ['gfx10'] } as const;

/** The number of instructions in a clause, less one, is in the low bits of the immediate. */
const CLAUSE_MASK = 0x3f;

function getClauseLength({ mnemonic, instruction }: HazardFacts): number | undefined {
  return mnemonic === 's_clause' ? (instruction.immediate & CLAUSE_MASK) + 1 : undefined;
}

/** The classes of instructions of which a clause has only one; the flat segment is apart from global and scratch. */
const CLAUSE_CLASSES = CLASS.smem | CLASS.lds | CLASS.valu | CLASS.flat | CLASS.vmem;

/** Returns a name for what an instruction is in a clause; undefined if clauses cannot contain it. */
function getClauseType(facts: HazardFacts): string | undefined {
  const { classes, gfx, instruction } = facts;
  if ((classes & CLAUSE_CLASSES) === 0) return undefined;
  if (isIn(facts, CLASS.smem)) return 'a scalar memory access';
  if (isIn(facts, CLASS.lds)) return 'an LDS access';
  if (isIn(facts, CLASS.valu)) return 'a vector instruction';
  const memory = isIn(facts, CLASS.flat) ? 'flat access' : 'vector memory access';
  if (!isAtLeast(gfx, 'gfx11')) return `a ${memory}`;
  const image = isIn(facts, CLASS.image) && instruction.memory?.counter === 'sample' ? ' that samples' : '';
  return `a ${memory} (${instruction.memory?.access ?? 'other'})${image}`;
}

const describeClauseMix: OperandRow['describe'] = (facts, following) => {
  const length = getClauseLength(facts);
  if (length === undefined) return undefined;
  const members = following(length).filter(({ mnemonic }) => mnemonic !== 's_nop');
  const [first] = members;
  if (first === undefined) return 'nothing follows';
  const type = getClauseType(first);
  const other = members.find(
    (member) => getClauseType(member) === undefined || getClauseType(member) !== type,
  );
  if (other === undefined) return undefined;
  return `its clause contains ${other.mnemonic}${other === first ? '' : `, but begins with ${type}`}`;
};

const MESSAGE_MASK = 0xff;
/** The branch offset, in dwords, that GFX10 cannot encode. */
const BAD_BRANCH_OFFSET = 0x3f;
const SCRATCH_SEGMENT = 1;
/** The codes of an address without a scalar register. */
const NO_SCALAR = [0x7d, 0x7f];

/** Returns the offset of a scratch access: 13 bits on GFX9 and 12 on GFX10, signed. */
function getScratchOffset({ gfx, fields, instruction: { memory } }: HazardFacts): number | undefined {
  if (memory?.space !== 'scratch' || fields.seg !== SCRATCH_SEGMENT) return undefined;
  const width = gfx === 'gfx9' ? 13 : 12;
  return (fields.offset! << (32 - width)) >> (32 - width);
}

/** What rows that are not judged have. */
function unjudged(reason: string): Pick<OperandRow, 'describe' | 'unjudged'> {
  return { unjudged: reason, describe: () => undefined };
}

const ROWS: readonly Omit<OperandRow, 'sure'>[] = [
  {
    id: 'H-28',
    ...GFX10,
    requires: 'the offset of a branch is not 0x3f',
    fix: 'insert s_nop 0 between the branch and its target',
    after: 's_nop 0',
    consequence: 'it goes to the wrong target',
    source: 'LLVM AMDGPUAsmBackend; Mesa',
    describe: ({ classes, fields }) =>
      (classes & CLASS.branch) !== 0 && fields.simm16 === BAD_BRANCH_OFFSET
        ? 'has the offset 0x3f'
        : undefined,
    example: `s_branch ${BAD_BRANCH_OFFSET}${'\ns_nop 0'.repeat(BAD_BRANCH_OFFSET)}`,
  },
  {
    id: 'H-29',
    ...GFX10,
    requires: 'there is no s_inst_prefetch',
    fix: 'leave it out',
    consequence: 'the wave may hang',
    source: 'LLVM; Mesa',
    describe: ({ mnemonic }) => (mnemonic === 's_inst_prefetch' ? 'is one' : undefined),
    example: 's_inst_prefetch 0x3',
  },
  {
    id: 'O-01',
    ...SINCE_GFX10,
    requires: 'a clause has 2 to 63 instructions; from GFX11, 2 to 32',
    fix: 'split the clause',
    consequence: 'the wave may hang',
    source: 'LLVM maxHardClauseLength; Mesa; RDNA manuals',
    describe: (facts) => {
      const length = getClauseLength(facts);
      if (length === undefined) return undefined;
      const isLegal = length >= 2 && length <= (isAtLeast(facts.gfx, 'gfx11') ? 32 : 63);
      return isLegal ? undefined : `begins a clause of ${length}`;
    },
    example: 's_clause 0x3f',
  },
  {
    id: 'O-02',
    ...SINCE_GFX10,
    requires:
      'a clause contains one type of instruction, and no scalar ALU instruction, wait, export, branch, message or GDS access; from GFX11, loads, stores, atomics and samples are separate types',
    fix: 'split the clause where the type changes',
    consequence: 'the clause is broken or the wave hangs',
    source: 'LLVM SIInsertHardClauses; Mesa; RDNA manuals',
    describe: describeClauseMix,
    example: 's_clause 0x1\nv_mov_b32_e32 v0, 0\ns_mov_b32 s20, 0',
  },
  {
    id: 'O-03',
    ...GFX10,
    requires: 'a clause contains no image access with separate address registers',
    fix: 'end the clause before it',
    consequence: 'undocumented',
    source: 'LLVM; Mesa',
    describe: (facts, following) => {
      const members = following(getClauseLength(facts) ?? 0);
      const separate = members.find(({ fields }) => (fields.nsa ?? 0) > 0);
      return separate === undefined ? undefined : `its clause contains ${separate.mnemonic}`;
    },
  },
  {
    id: 'O-04',
    generations: ['gfx10', 'gfx10.3'],
    requires: 'no store or atomic has the bit dlc',
    fix: 'leave out dlc',
    consequence: 'the access may fail or the wave hang',
    source: 'LLVM; Mesa',
    describe: ({ classes, fields }) =>
      (classes & CLASS.store) !== 0 && fields.dlc === 1 ? 'has dlc' : undefined,
    example: 'buffer_store_dword v1, v0, s[0:3], 0 offen dlc',
  },
  {
    id: 'O-05',
    ...GFX10,
    requires: 'the immediate offset of a FLAT access is 0',
    fix: 'add the offset to the address',
    consequence: 'the offset is ignored or the address is wrong',
    source: 'LLVM FeatureFlatSegmentOffsetBug; Mesa FlatSegmentOffsetBug',
    describe: ({ classes, fields }) =>
      (classes & CLASS.flat) !== 0 && fields.offset !== 0 ? `has the offset ${fields.offset}` : undefined,
    example: 'flat_load_dword v1, v[2:3] offset:4',
  },
  {
    id: 'O-06',
    ...GFX10,
    requires: 'an image access has at most 5 separate address registers',
    fix: 'put the addresses into consecutive registers',
    consequence: 'undocumented',
    source: 'LLVM NSAMaxSize; Mesa max_nsa_vgprs',
    describe: ({ fields }) => ((fields.nsa ?? 0) > 1 ? 'has more than 5' : undefined),
    example: 'image_sample_d v1, [v5, v7, v9, v10, v12, v14], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D',
  },
  {
    id: 'O-07',
    generations: ['gfx9', 'gfx10'],
    requires:
      'a scratch access has no negative offset with an SGPR address (GFX9), and none that is not a multiple of 4 with a VGPR address (GFX10)',
    fix: 'add the offset to the address',
    consequence: 'the access faults',
    source: 'LLVM',
    describe: (facts) => {
      const offset = getScratchOffset(facts);
      if (offset === undefined || offset >= 0) return undefined;
      const hasScalar = !NO_SCALAR.includes(facts.fields.saddr!);
      const isBad = facts.gfx === 'gfx9' ? hasScalar : !hasScalar && offset % 4 !== 0;
      return isBad ? `has the offset ${offset}` : undefined;
    },
  },
  {
    id: 'O-08',
    ...GFX10,
    requires: 'in WGP mode, LDS and FLAT accesses of several dwords are aligned to their size',
    fix: 'align the address',
    consequence: 'the wrong bytes are accessed',
    source: 'LLVM FeatureLdsMisalignedBug; Mesa',
    ...unjudged('addresses are not known on a path'),
  },
  {
    id: 'O-09',
    generations: ['gfx11', 'gfx11.5'],
    requires: 'the result of v_mad_u64_u32 or v_mad_i64_i32 overlaps no source',
    fix: 'use other registers for the result',
    consequence: 'a source is overwritten early',
    source: 'LLVM',
    describe: ({ mnemonic, reads, writes }) =>
      /^v_mad_[ui]64_[ui]32$/.test(mnemonic) &&
      writes.some((register) => register >= 256 && reads.includes(register))
        ? 'overwrites a source'
        : undefined,
    example: 'v_mad_u64_u32 v[0:1], s[20:21], v1, v2, v[4:5]',
  },
  {
    id: 'O-10',
    generations: ['gfx11'],
    requires: 'a wave32 on gfx1100 or gfx1102 is launched with at least 16 user and system SGPRs',
    fix: 'enable more of them',
    consequence: 'undocumented',
    source: 'LLVM FeatureRequiresInitializedSGPRs',
    ...unjudged('it concerns the launch, not the code'),
  },
  {
    id: 'O-11',
    generations: ['gfx12'],
    requires: 'the soffset of a buffer access is an SGPR, M0 or null',
    fix: 'move the constant to an SGPR',
    consequence: 'the access cannot be encoded',
    source: 'LLVM',
    ...unjudged('the field has no codes for constants'),
  },
  {
    id: 'O-12',
    generations: ['gfx11', 'gfx11.5'],
    requires: 'the low two bits of the addresses and the offset of a scratch access add up without a carry',
    fix: 'use one address register',
    consequence: 'undocumented',
    source: 'LLVM FeatureFlatScratchSVSSwizzleBug',
    ...unjudged('addresses are not known on a path'),
  },
  {
    id: 'O-15',
    generations: ['gfx9', ...SINCE_GFX10.generations],
    requires: 's_sendmsg sends a message that the generation has',
    fix: 'use what the generation has instead',
    consequence: 'the message has no effect or another one',
    source: 'LLVM AMDGPU MC; RDNA manuals',
    describe: ({ classes, gfx, instruction: { immediate } }) => {
      const number = immediate & (isAtLeast(gfx, 'gfx11') ? MESSAGE_MASK : 0xf);
      return (classes & CLASS.message) !== 0 && !getMessageNumbers(gfx).includes(number)
        ? `sends message ${number}, which ${gfx} does not have`
        : undefined;
    },
    example: 's_sendmsg 12',
  },
];

/** Rules about one instruction and, for clauses, those that follow it. */
export const OPERAND_ROWS: readonly OperandRow[] = ROWS.map((row) => ({
  ...row,
  sure: getCertainty(row.source),
}));
