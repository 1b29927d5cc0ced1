import { isDataShare } from '../../../arch/index.js';
import { BOUNDARY_PARTS, type Draw, type MemoryIssued } from '../../../transactions/index.js';
import { DefaultMap, getOrCreate } from '../basics/default-map.js';
import { type Handlers, ignoreRepeats } from '../basics/handlers.js';
import { ObjectMap } from '../basics/object-map.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { AccessRecord } from '../ledger/access-record.js';
import { iterateCoveredAddresses } from '../ledger/lane-addresses.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import { examineDraw } from '../static/cache.js';
import { InvalidatedCaches, requestsCoherence } from '../visibility/coherence.js';

type Part = (typeof BOUNDARY_PARTS)[number];

/** How a draw uses a word, or a whole object if it is the draw's attachment. */
interface Use {
  readonly draw: DrawFacts;
  readonly operation: MemoryIssued['operation'] | 'colour';
  /** Whether an interlock orders it after uses of the same pixel in earlier sections. */
  readonly inSection: boolean;
  /** Whether no cache above L2 can hide what it reads or keep what it writes. */
  readonly isCoherent: boolean;
  /** The wave and instruction that first used it so; undefined for an attachment. */
  readonly origin?: { readonly wave: WaveRecord; readonly pc: number };
  /** The only pixel that used the word in this way, or `MANY`. */
  pixel: number;
}

const MANY = -2;

/**
 * Checks the words that draws share, if the scenario says what separates its draws: two uses, at least one of them a
 * write and not both atomics, must be in sections that an interlock orders, or have a barrier between them. Reports
 * what the barrier lacks: `order` if it does not even wait, or a draw reads its own attachment; else `visibility`.
 */
export function checkBetweenDraws(
  ledgers: Ledgers,
  judge: Judge,
  reported: 'order' | 'visibility',
): Handlers {
  const { draws } = ledgers;
  if (draws.every(({ draw }) => draw.boundary === undefined && draw.attachments === undefined)) return {};
  return new BetweenDraws(ledgers, judge, reported).on;
}

class BetweenDraws {
  private readonly map: ObjectMap;
  private readonly caches: InvalidatedCaches;
  /** The words that each wave has written, or read when no cache could hide what others wrote (S-104). */
  private readonly freshWords = new WeakMap<WaveRecord, Set<number>>();
  private readonly usesByWord = new DefaultMap<number, Use[]>(() => []);
  /** The draws and objects that a finding is about. */
  private readonly found = new Set<string>();
  /** The uses of each object as a colour attachment. */
  private readonly colours: readonly (readonly Use[])[];

  constructor(
    private readonly ledgers: Ledgers,
    private readonly judge: Judge,
    private readonly reported: 'order' | 'visibility',
  ) {
    const { draws, scenario } = ledgers;
    this.map = new ObjectMap(scenario.memory);
    this.caches = new InvalidatedCaches(ledgers.gfx);
    this.colours = scenario.memory.map(({ name }) =>
      draws
        .filter(({ draw }) => getTarget(draw, name) >= 0)
        .map((draw) => ({ draw, operation: 'colour', inSection: false, isCoherent: false, pixel: MANY })),
    );
  }

  readonly on: Handlers = {
    'instructions-issued': (t) => {
      const wave = this.ledgers.waves.find(t.wave);
      if (wave !== undefined) this.caches.recordInstructions(wave, t);
    },
    'instructions-repeated': ignoreRepeats,
    'memory-issued': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access === undefined || isDataShare(t.space)) return;
      if (t.space === 'scalar') return this.record(t, access, t.addresses[0]!, MANY);
      for (const [lane, address] of iterateCoveredAddresses(access.wave, t))
        this.record(t, access, address, access.wave.lanePixels[lane]!);
    },
  };

  private record(t: MemoryIssued, access: AccessRecord, address: number, pixel: number): void {
    const object = this.map.findIndex(address);
    if (object < 0) return;
    const draw = access.wave.facts;
    const { operation } = t;
    const inSection =
      draw.interlocked && examineDraw(draw).section.accesses.has(access.instruction?.index ?? -1);
    const { wave, pc } = access;
    const isCoherent = requestsCoherence(this.ledgers.gfx, t) || this.caches.freshSince(wave, t) >= 0;
    const anyUse: Use = { draw, operation, inSection, isCoherent, origin: { wave, pc }, pixel };
    for (const colour of this.colours[object]!) this.check(anyUse, colour, t.cycle, object);
    const freshWords = getOrCreate(this.freshWords, wave, () => new Set<number>());
    for (let word = Math.floor(address / 4); word * 4 < address + t.bytes; word++) {
      const use = { ...anyUse, isCoherent: isCoherent || (operation === 'load' && freshWords.has(word)) };
      if (use.isCoherent || operation !== 'load') freshWords.add(word);
      const uses = this.usesByWord.getOrCreate(word);
      for (const other of uses) if (other.draw !== draw) this.check(use, other, t.cycle, object);
      const same = uses.find(
        (other) =>
          other.draw === draw &&
          other.operation === operation &&
          other.inSection === inSection &&
          other.isCoherent === use.isCoherent,
      );
      if (same === undefined) uses.push(use);
      else if (same.pixel !== pixel) same.pixel = MANY;
    }
  }

  private check(use: Use, other: Use, cycle: number, object: number): void {
    const [earlier, later] = use.draw.index < other.draw.index ? [use, other] : [other, use];
    if (!conflicts(earlier, later)) return;
    const isLoop = use.draw === other.draw;
    const parts = listParts(this.ledgers.draws, earlier.draw.index, later.draw.index);
    const inSections = earlier.inSection && later.inSection && earlier.pixel === later.pixel;
    this.judge.armed++;
    if (inSections && earlier.pixel !== MANY && !parts.includes('subpass')) return;
    const missing = findMissing(parts, earlier, later);
    const key = `${earlier.draw.index} ${later.draw.index} ${object}`;
    const isOrder = missing.includes('wait');
    if (missing.length === 0 || isOrder !== (this.reported === 'order') || this.found.has(key)) return;
    this.found.add(key);
    if (!this.judge.fires()) return;
    const { name } = this.ledgers.scenario.memory[object]!;
    const texts = isLoop ? describeLoop(use, name) : describePair(earlier, later, missing, parts, name);
    const { wave, pc } = later.origin ?? use.origin!;
    this.judge.reportAt(wave, cycle, { unit: 'program', pc, ...texts });
  }
}

/** Returns the draw's colour target that is the object, or -1. */
function getTarget({ attachments = {} }: Draw, object: string): number {
  return Number(Object.keys(attachments).find((target) => attachments[target] === object) ?? -1);
}

function conflicts({ operation: a }: Use, { operation: b }: Use): boolean {
  return (a !== 'load' || b !== 'load') && !(a === 'atomic' && b === 'atomic');
}

/** Lists the parts of the boundaries from after one draw up to another, in the order in which they take effect. */
function listParts(draws: readonly DrawFacts[], from: number, to: number): Part[] {
  const boundaries = draws.slice(from + 1, to + 1).map(({ draw }) => draw.boundary);
  return boundaries.flatMap((parts) => BOUNDARY_PARTS.filter((part) => parts?.includes(part)));
}

/** Returns what the boundaries between two uses lack. A part counts only after the parts that must precede it. */
function findMissing(parts: readonly Part[], earlier: Use, later: Use): Part[] {
  const isFlushed = earlier.operation !== 'colour' || later.operation === 'colour';
  const isFresh =
    earlier.operation === 'load' || later.operation !== 'load' || (earlier.isCoherent && later.isCoherent);
  const needed = (['wait', 'flush', 'invalidate'] as const).filter(
    (part) => part === 'wait' || !(part === 'flush' ? isFlushed : isFresh),
  );
  let from = 0;
  return needed.filter((part) => {
    const index = parts.indexOf(part, from);
    if (index >= 0) from = index;
    return index < 0;
  });
}

/** What each use does, and the stage and access of Vulkan's barriers for it. */
const USES = {
  load: ['reads', 'FRAGMENT_SHADER / SHADER_READ'],
  store: ['writes', 'FRAGMENT_SHADER / SHADER_WRITE'],
  atomic: ['updates', 'FRAGMENT_SHADER / SHADER_READ | SHADER_WRITE'],
  colour: ['renders to', 'COLOR_ATTACHMENT_OUTPUT / COLOR_ATTACHMENT_WRITE'],
} as const;

function nameDraw({ index, program }: DrawFacts): string {
  return `draw ${index} (${program.name})`;
}

function describePair(
  earlier: Use,
  later: Use,
  missing: readonly Part[],
  between: readonly Part[],
  object: string,
) {
  const [[does, source], [alsoDoes, destination]] = [USES[earlier.operation], USES[later.operation]];
  const isSubpass = between.includes('subpass');
  return {
    allowed: `Between ${nameDraw(earlier.draw)}, which ${does} ${object}, and ${nameDraw(later.draw)}, which ${alsoDoes} it, there is a barrier with ${missing.join(', ')}.`,
    observed: `No interlock orders these accesses, and between the draws there is ${between.length === 0 ? 'no barrier' : `only ${between.join(', ')}`}.`,
    hint: `Add a barrier for ${object} before draw ${later.draw.index}: ${source} to ${destination}${isSubpass ? ', as a dependency of the subpass' : ''}.`,
  };
}

function describeLoop({ draw, operation }: Use, object: string) {
  const name = nameDraw(draw);
  return {
    allowed: `A shader does not access the colour attachment of its own draw: ${object} is target ${getTarget(draw.draw, object)} of ${name}.`,
    observed: `The shader of ${name} ${USES[operation][0]} ${object}: a feedback loop, in which nothing orders the access with the draw's own colours.`,
    hint: `Read a copy of ${object} made before draw ${draw.index}, or store to it in the section instead of rendering to it.`,
  };
}
