import { QUAD_COLUMNS, UsageError } from '../../transactions/index.js';

const LANES_PER_QUAD = 4;
const LANES_PER_MASK = 32;

interface Access {
  readonly number: number;
  readonly wave: number;
  isPerformed: boolean;
}

interface FormedWave {
  readonly wave: number;
  readonly quads: readonly number[];
}

/** A lane of a wave, with its pixel. */
interface Lane {
  readonly x: number;
  readonly y: number;
  readonly isCovered: boolean;
}

/** Assigns the wave and access numbers that traces need but signals omit, based on packer ids and access tags. */
export class NumberAssigner {
  private waveCount = 0;
  private accessCount = 0;
  private readonly formingQuads = new Map<number, number[]>();
  /** The last wave with each id, by packer and id. A wave that reuses an id replaces the older wave. */
  private readonly wavesById = new Map<string, FormedWave>();
  private readonly wavesByNumber = new Map<number, FormedWave>();
  private readonly accessesByTag = new Map<number, Access[]>();

  /**
   * @param hasReturns whether the trace reports when accesses return. Accesses are in flight until then or, without
   * such reports, until they are performed.
   */
  constructor(private readonly hasReturns: boolean) {}

  addQuad(packer: number, columns: readonly number[]): void {
    const quads = this.formingQuads.get(packer);
    if (quads === undefined) this.formingQuads.set(packer, [...columns]);
    else quads.push(...columns);
  }

  /** Returns the quads collected for the wave that a packer is closing, and starts collecting for its next wave. */
  takeQuads(packer: number): readonly number[] {
    const quads = this.formingQuads.get(packer) ?? [];
    this.formingQuads.delete(packer);
    return quads;
  }

  form(packer: number, id: number, quads: readonly number[]): number {
    const key = `${packer} ${id}`;
    const older = this.wavesById.get(key);
    if (older !== undefined) this.wavesByNumber.delete(older.wave);
    const formed = { wave: this.waveCount++, quads };
    this.wavesById.set(key, formed);
    this.wavesByNumber.set(formed.wave, formed);
    return formed.wave;
  }

  findWave(packer: number, id: number): number {
    const formed = this.wavesById.get(`${packer} ${id}`);
    if (formed !== undefined) return formed.wave;
    throw new UsageError(`no wave was formed with id ${id} in packer ${packer}`);
  }

  issue(tag: number, wave: number): number {
    const access = { number: this.accessCount++, wave, isPerformed: false };
    const accesses = this.accessesByTag.get(tag);
    if (accesses === undefined) this.accessesByTag.set(tag, [access]);
    else accesses.push(access);
    return access.number;
  }

  /** Marks the tag's oldest unperformed access as performed and returns it. */
  perform(tag: number): Access {
    const accesses = this.accessesByTag.get(tag) ?? [];
    const access = accesses.find(({ isPerformed }) => !isPerformed);
    if (access === undefined) throw new UsageError(`no access with tag ${tag} is in flight`);
    access.isPerformed = true;
    if (!this.hasReturns) accesses.splice(accesses.indexOf(access), 1);
    return access;
  }

  /** Removes and returns the tag's oldest access. */
  complete(tag: number): Access {
    const access = this.accessesByTag.get(tag)?.shift();
    if (access === undefined) throw new UsageError(`no access with tag ${tag} is in flight`);
    return access;
  }

  /** Returns a wave's lanes in order, each with its pixel. */
  getLanes(wave: number): Lane[] {
    const { quads } = this.wavesByNumber.get(wave) ?? { quads: [] };
    return Array.from({ length: (quads.length / QUAD_COLUMNS) * LANES_PER_QUAD }, (_, lane) => {
      const [x, y, , masks01, masks23] = quads.slice(Math.floor(lane / LANES_PER_QUAD) * QUAD_COLUMNS);
      const fragment = lane % LANES_PER_QUAD;
      const mask = (fragment < 2 ? masks01 : masks23)! >>> (fragment % 2 === 0 ? 0 : LANES_PER_MASK / 2);
      return { x: x! + (fragment % 2), y: y! + Math.floor(fragment / 2), isCovered: (mask & 0xffff) !== 0 };
    });
  }
}
