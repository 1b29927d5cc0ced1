import type {
  BackgroundAllocated,
  BackgroundFormed,
  BackgroundLaunched,
  BackgroundRefused,
  BackgroundReleased,
  BarrierReached,
  GroupAllocated,
  GroupReleased,
} from './kinds/background.js';
import type { DepthDumped, DepthTested } from './kinds/depth.js';
import type {
  CodeLineServed,
  EventWaitDone,
  ExitingIdPolled,
  ExitingIdVisible,
  HwregWritten,
  InstructionsIssued,
  MessageSent,
  SectionExit,
  Slept,
  WaitDone,
  WaveEnded,
  Woken,
} from './kinds/execution.js';
import type {
  ColourDumped,
  Exported,
  ExportGranted,
  ExportRequested,
  SxAllocated,
  SxFreed,
} from './kinds/export.js';
import type { DrawBegin, DrawEnd, Overlap, PrimitiveStarted, WaveFormed } from './kinds/formation.js';
import type {
  LaunchRefused,
  LaunchRequested,
  ResourceReleased,
  VgprsReleased,
  WaveLaunched,
} from './kinds/launch.js';
import type {
  AddressUnitFull,
  DirectReadServed,
  FlatAnswered,
  GdsDumped,
  LineFilled,
  LineInvalidated,
  MemoryDumped,
  MemoryIssued,
  MemoryPerformed,
  MemoryReturned,
  TranslationFailed,
} from './kinds/memory.js';
import type { Quiesced, Stopped } from './kinds/quiesced.js';

/**
 * An event that a monitor on real hardware or RTL could also report. Typed arrays marked as borrowed are valid
 * only during the call that receives the transaction; copy them if you need to keep them (trace.md).
 */
export type Transaction =
  | DrawBegin
  | DrawEnd
  | PrimitiveStarted
  | WaveFormed
  | Overlap
  | LaunchRequested
  | LaunchRefused
  | WaveLaunched
  | VgprsReleased
  | ResourceReleased
  | ExportRequested
  | ExportGranted
  | SxAllocated
  | SxFreed
  | InstructionsIssued
  | CodeLineServed
  | HwregWritten
  | ExitingIdPolled
  | WaitDone
  | EventWaitDone
  | Slept
  | Woken
  | MessageSent
  | MemoryIssued
  | AddressUnitFull
  | MemoryPerformed
  | MemoryReturned
  | DirectReadServed
  | FlatAnswered
  | LineFilled
  | LineInvalidated
  | TranslationFailed
  | Exported
  | ColourDumped
  | SectionExit
  | ExitingIdVisible
  | WaveEnded
  | MemoryDumped
  | GdsDumped
  | DepthTested
  | DepthDumped
  | BackgroundFormed
  | BackgroundRefused
  | BackgroundAllocated
  | GroupAllocated
  | BackgroundLaunched
  | BarrierReached
  | BackgroundReleased
  | GroupReleased
  | Quiesced
  | Stopped;

/** The kind of a transaction, such as `wave-formed` (trace.md). */
export type TransactionKind = Transaction['kind'];

/**
 * Receives transactions in order. Their arrays are views of memory that the model reuses. To keep one, copy
 * it with `slice` rather than `structuredClone`, which copies all of the underlying memory.
 */
export type TransactionSink = (transaction: Transaction) => void;
