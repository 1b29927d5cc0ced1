import { Wave } from '../wave.js';
import type { FieldRule, FieldRules, Walk } from './field-rule.js';
import { StateHash } from './state-hash.js';

/** The kinds of values. The kind is hashed first, so values of different kinds have different hashes. */
const KIND = {
  UNDEFINED: 1,
  NULL: 2,
  FALSE: 3,
  TRUE: 4,
  LIST: 5,
  SET: 6,
  MAP: 7,
  OBJECT: 8,
  WAVE: 9,
  SEEN: 10,
};

/** A field of a class, and its rule, if any. */
interface Field {
  readonly name: string;
  readonly rule: FieldRule | undefined;
}

/** Stands for any cycle in the past. */
const PAST = -1;

/**
 * Walks over the fields of a device's units and adds them to a hash. Every own property of every object is included
 * unless the rules of its class (the static field `fingerprint`) exclude it, so a new field automatically becomes part
 * of the fingerprint. An object whose class has no rules is rejected, because no one has reviewed its fields.
 *
 * Functions count as code, so state in closures is missed. No unit keeps state in a closure, and searches with faults
 * that do so never claim to be complete (`failures/explore/scope.ts`).
 */
export class StateWalk implements Walk {
  private readonly seen = new Map<object, number>();

  constructor(
    readonly hash: StateHash,
    /** The current cycle. */
    readonly now: number,
  ) {}

  /** Adds a value. */
  value(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.hash.number(value);
        break;
      case 'boolean':
        this.hash.word(value ? KIND.TRUE : KIND.FALSE);
        break;
      case 'string':
        this.hash.text(value);
        break;
      case 'undefined':
        this.hash.word(KIND.UNDEFINED);
        break;
      case 'object':
        if (value === null) this.hash.word(KIND.NULL);
        else this.object(value);
        break;
      case 'function':
        break;
      default:
        throw new Error(`a fingerprint cannot include a ${typeof value}`);
    }
  }

  /** Adds the number of cycles from now until the given cycle. */
  time(cycle: number): void {
    this.hash.number(Math.max(cycle - this.now, PAST));
  }

  /** Adds a wave by its name. Its contents are added once, with the wave records. */
  wave(wave: Wave): void {
    this.hash.word(KIND.WAVE);
    this.hash.word(wave.packer);
    this.hash.word(wave.sequence);
  }

  /** Adds values regardless of their order. */
  unordered(count: number, write: (index: number, walk: StateWalk) => void): void {
    let [sum, secondSum] = [0, 0];
    for (let index = 0; index < count; index++) {
      const walk = new StateWalk(new StateHash(), this.now);
      write(index, walk);
      const [first, second] = walk.hash.lanes;
      sum = (sum + first) | 0;
      secondSum = (secondSum + second) | 0;
    }
    this.hash.word(count);
    this.hash.word(sum);
    this.hash.word(secondSum);
  }

  /** Adds the fields of an object, following the rules of its class. */
  fields(object: object): void {
    for (const { name, rule } of listFields(object)) this.field(object, name, rule);
  }

  private field(owner: object, name: string, rule: FieldRule | undefined): void {
    const value = (owner as Record<string, unknown>)[name];
    if (rule === undefined) this.value(value);
    else if ('time' in rule) this.times(value as number | ArrayLike<number>);
    else if ('write' in rule) rule.write(value as never, this, owner as never);
  }

  private times(cycles: number | ArrayLike<number>): void {
    if (typeof cycles === 'number') this.time(cycles);
    else for (let index = 0; index < cycles.length; index++) this.time(cycles[index]!);
  }

  private object(value: object): void {
    if (value instanceof Wave) {
      this.wave(value);
      return;
    }
    if (ArrayBuffer.isView(value)) {
      this.view(value);
      return;
    }
    const seen = this.seen.get(value);
    if (seen !== undefined) {
      this.hash.word(KIND.SEEN);
      this.hash.word(seen);
      return;
    }
    this.seen.set(value, this.seen.size);
    if (Array.isArray(value)) this.list(value);
    else if (value instanceof Set) this.set(value);
    else if (value instanceof Map) this.map(value);
    else {
      this.hash.word(KIND.OBJECT);
      this.fields(value);
    }
  }

  private view(value: ArrayBufferView): void {
    if (value instanceof Int32Array || value instanceof Uint8Array || value instanceof Uint16Array)
      this.hash.words(value);
    else this.hash.numbers(value as unknown as ArrayLike<number>);
  }

  private list(values: readonly unknown[]): void {
    this.hash.word(KIND.LIST);
    this.hash.word(values.length);
    for (const value of values) this.value(value);
  }

  private set(values: ReadonlySet<unknown>): void {
    this.hash.word(KIND.SET);
    const all = [...values];
    this.unordered(all.length, (index, walk) => walk.value(all[index]));
  }

  private map(values: ReadonlyMap<unknown, unknown>): void {
    this.hash.word(KIND.MAP);
    const all = [...values];
    this.unordered(all.length, (index, walk) => {
      walk.value(all[index]![0]);
      walk.value(all[index]![1]);
    });
  }
}

/** The fields of each class. An object to which a fault has added functions has additional fields. */
const FIELDS = new Map<unknown, readonly Field[]>();

function listFields(object: object): readonly Field[] {
  const type = object.constructor;
  const names = Object.keys(object);
  const known = type === Object ? undefined : FIELDS.get(type);
  if (known !== undefined && known.length === names.length) return known;
  const rules = type === Object ? {} : findRules(type);
  if (rules === undefined) throw new Error(`the fingerprint has no rules for ${type.name}`);
  const fields = names.map((name): Field => ({ name, rule: rules[name] }));
  if (known === undefined && type !== Object) FIELDS.set(type, fields);
  return fields;
}

/** The rules of a class, or undefined if its fields have not been reviewed. */
export function findRules(type: unknown): FieldRules | undefined {
  return (type as { readonly fingerprint?: FieldRules }).fingerprint;
}
