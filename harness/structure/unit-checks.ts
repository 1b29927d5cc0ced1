import { KNOBS } from '../../transactions/index.js';
import { KIB, makeChipCheck, type StructureCheck } from './structure-check.js';

/**
 * Checks of individual model units (instruction cache, issue, LDS, address unit), and of options that must have no
 * effect.
 */
export const UNIT_CHECKS: readonly StructureCheck[] = [
  makeChipCheck(
    ['P-099', 'P-018', 'P-095'],
    'The instruction cache has four banks.',
    ({ structure }) => structure.fetch.banks,
    4,
  ),
  makeChipCheck(
    ['P-100'],
    'Lines are striped over the banks of the instruction cache.',
    ({ structure }) => structure.fetch.lineBanks.join(),
    '0,1,2,3,0,1,2,3',
  ),
  makeChipCheck(
    ['P-097', 'P-101', 'P-112'],
    'Each sequencer has its own queue to an instruction cache bank: four grants go to different sequencers.',
    ({ structure }) => new Set(structure.fetch.grants.slice(0, 4)).size,
    4,
  ),
  makeChipCheck(
    ['P-101', 'P-102'],
    'A second request from one sequencer waits until the other sequencers have been served.',
    ({ structure }) => structure.fetch.grants.at(-1),
    0,
  ),
  makeChipCheck(
    ['P-103', 'P-104', 'P-106'],
    'An instruction cache miss reserves a line, and requests for that line are served once it is filled.',
    ({ structure }) => structure.fetch.filledAt,
    100,
  ),
  makeChipCheck(
    ['P-105'],
    'The instruction cache serves hits while a miss is pending.',
    ({ structure }) => structure.fetch.hitUnderMissAt,
    5,
  ),
  makeChipCheck(
    ['P-109', 'P-110', 'P-116'],
    'A SIMD issues from at most one wave per cycle.',
    ({ structure }) => structure.issue.sameSimd,
    false,
  ),
  makeChipCheck(
    ['P-111', 'P-112', 'P-113'],
    'All SIMDs can issue in the same cycle.',
    ({ structure }) => structure.issue.acrossSimds,
    true,
  ),
  makeChipCheck(
    ['P-110', 'P-114', 'P-116'],
    'An instruction may take one cycle.',
    () => KNOBS.issueGap.min,
    1,
  ),
  makeChipCheck(
    ['P-149'],
    'Without a trap handler, every wave with an address that cannot be translated halts.',
    ({ halts }) => (halts.failed > 0 || halts.formed === 0) && halts.failed === halts.halted,
    true,
  ),
  makeChipCheck(
    ['P-117', 'P-118'],
    'An instruction may take more than one cycle, for example because of bank conflicts.',
    () => KNOBS.issueGap.max > KNOBS.issueGap.min,
    true,
  ),
  makeChipCheck(
    ['P-119', 'P-035'],
    'The local data share is 64 KB.',
    ({ structure }) => structure.localData.bytes,
    64 * KIB,
  ),
  makeChipCheck(
    ['P-120', 'P-133'],
    'The local data share reads a row of 32 dwords (128 bytes) in one cycle.',
    ({ structure }) => structure.localData.row,
    1,
  ),
  makeChipCheck(
    ['P-134'],
    'The local data share reads a row for a wave64 in two cycles.',
    ({ structure }) => structure.localData.wave64Row,
    2,
  ),
  makeChipCheck(
    ['P-120', 'P-128'],
    'Accesses to different dwords in the same bank are serialized.',
    ({ structure }) => structure.localData.oneBank,
    32,
  ),
  makeChipCheck(
    ['P-128'],
    'Reading one dword for all lanes causes no bank conflict.',
    ({ structure }) => structure.localData.oneDword,
    1,
  ),
  makeChipCheck(
    ['P-121', 'P-129'],
    'Atomics on the same dword are serialized.',
    ({ structure }) => structure.localData.atomicsOnOneDword,
    32,
  ),
  makeChipCheck(
    ['P-130', 'P-132', 'P-139', 'P-126'],
    'The scheduler of a work-group processor admits one indexed access at a time.',
    ({ structure }) => structure.localData.indexedAfterIndexed,
    1,
  ),
  makeChipCheck(
    ['P-126', 'P-132'],
    'A parameter read and an indexed access do not use the banks of the local data share in the same cycle.',
    ({ structure }) => structure.localData.indexedAfterRead,
    1,
  ),
  makeChipCheck(
    ['P-123', 'P-135'],
    'A sequencer issues at most one parameter read per cycle.',
    ({ structure }) => structure.localData.readAfterRead,
    1,
  ),
  makeChipCheck(
    ['P-136', 'P-113'],
    'Paired SIMDs read different banks in the same cycle.',
    ({ structure }) => structure.localData.partnerReadAfterRead,
    0,
  ),
  makeChipCheck(
    ['P-136', 'P-126'],
    'Paired SIMDs take turns reading the same bank.',
    ({ structure }) => structure.localData.sameBankReadFromPartner,
    1,
  ),
  makeChipCheck(
    ['P-126', 'P-131', 'P-136'],
    'SIMDs in different pairs do not read the same bank in the same cycle.',
    ({ structure }) => structure.localData.sameBankReadFromOtherPair,
    1,
  ),
  makeChipCheck(
    ['X-010'],
    'A parameter read of nine dwords takes two requests of at most eight.',
    ({ structure }) => structure.localData.nineDwordRequests,
    2,
  ),
  makeChipCheck(
    ['S-150', 'S-151'],
    'Setting EXEC_IF_OVERLAPPED and BIN_MAPPING_MODE does not change any transaction.',
    ({ undocumentedOptionsHaveEffect }) => undocumentedOptionsHaveEffect,
    false,
  ),
  makeChipCheck(
    ['P-157', 'P-030'],
    'The address unit takes two cycles for consecutive dwords of 64 lanes.',
    ({ structure }) => structure.texture.wave64Row,
    2,
  ),
  makeChipCheck(
    ['P-155'],
    'The address unit accepts accesses until its queue is full.',
    ({ structure }) => structure.texture.acceptedPerCycle,
    4,
  ),
];
