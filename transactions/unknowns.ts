/** A hardware behaviour that the sources leave open (pops.md 10). */
export interface Unknown {
  /** What is unknown. */
  readonly question: string;
  /** What the sources say. */
  readonly known: string;
  /** The experiment that would settle the question on hardware. */
  readonly decides: string;
}

const row = (question: string, known: string, decides: string): Unknown => ({ question, known, decides });

/**
 * Every unknown in pops.md 10, followed by two about GFX12 scopes and two about exits and samples. The model's
 * behaviour is either a knob that cites the unknown as its source, or a row of `FIXED_UNKNOWNS`; `docs/fidelity.md`
 * shows both.
 */
export const UNKNOWNS = {
  U1: row(
    'when an exit counts',
    'the exiting id names the wave that exits next (S-041); message 7 or the end of the program causes it (S-076, S-090)',
    'a wave that sends its message and then runs for a long time, and a younger one that times its poll loop',
  ),
  U2: row(
    'the order in which exits count',
    'all waves older than the exiting id have exited (S-041), so ids can only advance in order',
    'a younger wave that exits first, and a third one that logs the exiting id',
  ),
  U3: row(
    'when a wave that never set its packer counts as exited',
    'such waves are legal (S-006, S-079), so they must count at some point',
    'a wave that never sets its packer and runs for a long time, and a log of the exiting id',
  ),
  U4: row(
    'the newest id of a wave that overlaps only itself',
    'it cannot be the id of the wave itself, which would then wait for itself forever (pops.md 5)',
    'a log of the collision argument of waves that hold two layers and do not overlap any other wave',
  ),
  U5: row(
    'false overlaps',
    'counters in driver headers count overlaps found and waves closed early; none says how precise detection is',
    'a log of bit 31 in draws whose primitives touch only neighbouring pixels, quads and tiles',
  ),
  U6: row(
    'whether the newest id may name a wave that has exited',
    'the wait then ends at once, so programs are unaffected',
    'a log of newest and exiting id at wave start, with a delay between dependent draws',
  ),
  U7: row(
    'size of the overlap table, and the effect of a full one',
    'counters are named "stall overflow" and "POPS overflow" (pops.md 7)',
    'many unfinished waves over growing areas: the size at which false overlaps or pauses begin',
  ),
  U8: row(
    'which sleeping waves an exit wakes',
    'an exit wakes sleeping waiters from GFX10 on (S-048)',
    'put waves on two packers into the longest sleep, and see which of them wake up after an exit on one packer',
  ),
  U9: row(
    'a wake that arrives between the poll and the sleep',
    'drivers sleep for 0xffff without guarding against it (pops.md 3)',
    'exits timed around the sleep of a waiter, and the distribution of its waiting time',
  ),
  U10: row(
    'how long s_sleep 0xffff lasts',
    'bit 15 means "until a wake" in the RDNA4 manual; earlier manuals do not mention it',
    'a wave that sleeps this way when no exit will occur, timed from outside',
  ),
  U11: row(
    'latency of message, exiting id and export-ready',
    'no source gives numbers',
    'clocks read before the message in one wave, and after the wait in another',
  ),
  U12: row(
    'the exit message of a wave that has not set its packer',
    'Mesa and LLPC send it on paths that need no ordering, so it is harmless (S-080)',
    'a wave that sends it early without setting its packer and continues, and a log of the exiting id',
  ),
  U13: row(
    'a second exit message',
    'the source requires exactly one (S-081)',
    'a wave that sends two while the next one is inside its section, and a log of the exiting id',
  ),
  U14: row(
    'a wave that set its packer and ends without the message',
    'the source forbids it (S-077), and does not say what the hardware does then',
    'place such a wave ahead of younger overlapping waves, and see whether they ever continue',
  ),
  U15: row(
    'what export-ready waits for under POPS',
    'elsewhere the flag means export space; with POPS it means that overlapped waves have exited (S-054, S-112)',
    'combine a small export space with a wave that stays in its section for a long time, and see which of the two ends the event wait',
  ),
  U16: row(
    'how precise overlap tracking is on GFX11',
    'the intrinsic rate is an upper bound (S-123, S-148)',
    'compare how long a draw of disjoint neighbours takes with and without ordering',
  ),
  U17: row(
    'EXEC_IF_OVERLAPPED, BIN_MAPPING_MODE = POPS, POPS_INCREMENT_CONTROL',
    'drivers leave them alone (S-152); two chips showed no effect (S-153)',
    'our ordering tests on hardware with each of them set',
  ),
  U18: row(
    'where ids wrap, and when they restart',
    'ids have ten bits (S-033); the default of a register in kernel headers is 512',
    'a log of the collision argument over thousands of waves, draws and submissions',
  ),
  U19: row(
    'what a drain waits for',
    'drivers describe it as emptying the pixel pipe when an overlap is found',
    'run slow waves on one packer and a drain on the other, and see whether the drain waits',
  ),
  U20: row(
    'whether empty waves and waves with only helper lanes are assigned an id',
    'gaps between ids are harmless',
    'a log of ids with discarded primitives between those that are shaded',
  ),
  U21: row(
    'whether waves of draws without ordering are assigned an id',
    'gaps between ids are harmless',
    'a log of ids with an unordered draw between two ordered ones',
  ),
  U22: row(
    'how many waves of a packer may be unfinished',
    'correct programs hang if the GFX9 window is as large as the wrap (pops.md 5.4)',
    'one slow wave ahead of many: the number of waves that start after it',
  ),
  U23: row(
    'the packer register after the exit',
    'programs do not read it after that',
    'a read of the register after the message',
  ),
  U24: row(
    'what a poll reads with no packer selected',
    'no correct program polls that way',
    'a read of source 239 before the packer is set, alongside waves that advance the id',
  ),
  U25: row(
    'preemption and traps inside a section',
    'registers identify the packer, and a trap handler can save and restore them',
    'a debugger breakpoint or context switch inside a section, with younger waves waiting',
  ),
  U26: row(
    'a change of the sample count while waves are in flight',
    'no flush is needed (S-126); no source says whether the hardware waits anyway',
    'time between two draws that differ only in sample count, with slow waves in the first',
  ),
  U27: row(
    'the GFX9 newest id (which is one too small) when it is 0',
    'the documented rule covers only ids above the current one (S-039)',
    'a log of the collision argument just after a wrap on GFX9',
  ),
  U28: row(
    'whether GC 10.4 needs the enable in the scan converter',
    'its headers mark the bit as reserved',
    'a draw on such a chip with the bit clear, and a log of the argument',
  ),
  U29: row(
    'dirty L0 lines, eviction order, partial lines',
    'the rules of pops.md 6 limit them; the size and placement of lines are known (P-042 to P-043, P-145)',
    'litmus tests of stale reads and clobbered neighbouring words between two compute units',
  ),
  U32: row(
    'when the export that sets done counts as the exit of a wave on GFX11',
    'the export that sets done releases the waiters (S-092), and an export is at first a request for the bus (P-083)',
    'a full colour buffer that keeps the section owner off the bus, and the time at which a waiting wave enters',
  ),
  U33: row(
    'order of several invocations of one primitive at one pixel, under sample shading',
    'sections exclude different invocations that cover the same pixel (S-002); hardware compares the quads of different primitives (pops.md 13)',
    'a pixel interlock with sample shading, and a log of the samples in each pixel',
  ),
} as const satisfies Readonly<Record<string, Unknown>>;

/** The id of an unknown, such as `U1`. */
export type UnknownId = keyof typeof UNKNOWNS;
