import { Wave } from '../wave.js';
import { CONNECTIONS, type FieldRule, type FieldRules, type Walk } from './field-rule.js';
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
 * of the fingerprint. An object whose class has no rules is rejected, because no one has reviewed its fields, and so is
 * a rule that names no field, because it would have no effect.
 *
 * Functions are treated as code, so state in closures is missed. No unit keeps state in a closure, and searches with
 * faults that keep state in closures are never reported as complete (`failures/explore/scope.ts`).
 */
export class StateWalk implements Walk {
  private readonly seen = new Map<object, number>();

  constructor(
    readonly hash: StateHash,
    /** The current cycle. */
    readonly now: number,
  ) {}

  /** Adds a value. */
  addValue(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.hash.addNumber(value);
        break;
      case 'boolean':
        this.hash.addWord(value ? KIND.TRUE : KIND.FALSE);
        break;
      case 'string':
        this.hash.addText(value);
        break;
      case 'undefined':
        this.hash.addWord(KIND.UNDEFINED);
        break;
      case 'object':
        if (value === null) this.hash.addWord(KIND.NULL);
        else this.addObject(value);
        break;
      case 'function':
        break;
      default:
        throw new Error(`cannot include a value of type ${typeof value} in a fingerprint`);
    }
  }

  /** Adds the number of cycles from now until the given cycle. */
  addTime(cycle: number): void {
    this.hash.addNumber(Math.max(cycle - this.now, PAST));
  }

  /** Adds a wave by its key. Its contents are added once, with the wave records. */
  addWave(wave: Wave): void {
    this.hash.addWord(KIND.WAVE);
    this.hash.addWord(wave.packer);
    this.hash.addWord(wave.sequence);
  }

  /** Adds values regardless of their order. */
  addUnordered(count: number, write: (index: number, walk: StateWalk) => void): void {
    let [sum, secondSum] = [0, 0];
    for (let index = 0; index < count; index++) {
      const walk = new StateWalk(new StateHash(), this.now);
      write(index, walk);
      const [first, second] = walk.hash.lanes;
      sum = (sum + first) | 0;
      secondSum = (secondSum + second) | 0;
    }
    this.hash.addWord(count);
    this.hash.addWord(sum);
    this.hash.addWord(secondSum);
  }

  /** Adds the fields of an object, following the rules of its class. */
  addFields(object: object): void {
    for (const { name, rule } of listFields(object)) this.addField(object, name, rule);
  }

  private addField(owner: object, name: string, rule: FieldRule | undefined): void {
    const value = (owner as Record<string, unknown>)[name];
    if (rule === undefined) this.addValue(value);
    else if ('time' in rule) this.addTimes(value as number | ArrayLike<number>);
    else if ('write' in rule) rule.write(value as never, this, owner as never);
  }

  private addTimes(cycles: number | ArrayLike<number>): void {
    if (typeof cycles === 'number') this.addTime(cycles);
    else for (let index = 0; index < cycles.length; index++) this.addTime(cycles[index]!);
  }

  private addObject(value: object): void {
    if (value instanceof Wave) {
      this.addWave(value);
      return;
    }
    if (ArrayBuffer.isView(value)) {
      this.addView(value);
      return;
    }
    const seen = this.seen.get(value);
    if (seen !== undefined) {
      this.hash.addWord(KIND.SEEN);
      this.hash.addWord(seen);
      return;
    }
    this.seen.set(value, this.seen.size);
    if (Array.isArray(value)) this.addList(value);
    else if (value instanceof Set) this.addSet(value);
    else if (value instanceof Map) this.addMap(value);
    else {
      this.hash.addWord(KIND.OBJECT);
      this.addFields(value);
    }
  }

  private addView(value: ArrayBufferView): void {
    if (value instanceof Int32Array || value instanceof Uint8Array || value instanceof Uint16Array)
      this.hash.addWords(value);
    else this.hash.addNumbers(value as unknown as ArrayLike<number>);
  }

  private addList(values: readonly unknown[]): void {
    this.hash.addWord(KIND.LIST);
    this.hash.addWord(values.length);
    for (const value of values) this.addValue(value);
  }

  private addSet(values: ReadonlySet<unknown>): void {
    this.hash.addWord(KIND.SET);
    const entries = [...values];
    this.addUnordered(entries.length, (index, walk) => walk.addValue(entries[index]));
  }

  private addMap(values: ReadonlyMap<unknown, unknown>): void {
    this.hash.addWord(KIND.MAP);
    const entries = [...values];
    this.addUnordered(entries.length, (index, walk) => {
      walk.addValue(entries[index]![0]);
      walk.addValue(entries[index]![1]);
    });
  }
}

/** The fields of each class. An object has additional fields if a fault has added functions to it. */
const FIELDS = new Map<unknown, readonly Field[]>();

function listFields(object: object): readonly Field[] {
  const type = object.constructor;
  const names = Object.keys(object);
  const known = type === Object ? undefined : FIELDS.get(type);
  if (known !== undefined && known.length === names.length) return known;
  const rules = type === Object ? {} : findRules(type);
  if (rules === undefined) throw new Error(`the fingerprint has no rules for ${type.name}`);
  const unknown = Object.keys(rules).find((name) => !(name in object) && !(name in CONNECTIONS));
  if (unknown !== undefined) throw new Error(`${type.name} has a rule for a nonexistent field ${unknown}`);
  const fields = names.map((name): Field => ({ name, rule: rules[name] }));
  if (known === undefined && type !== Object) FIELDS.set(type, fields);
  return fields;
}

/** Returns the rules of a class, or undefined if its fields have not been reviewed. */
export function findRules(type: unknown): FieldRules | undefined {
  return (type as { readonly fingerprint?: FieldRules }).fingerprint;
}
