/** What `getOrCreate` needs of a map. */
interface ValueStore<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Returns the value of a key, which is created when it is first needed. */
export function getOrCreate<Key, Value>(
  values: ValueStore<Key, Value>,
  key: Key,
  create: (key: Key) => Value,
): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = create(key);
    values.set(key, value);
  }
  return value;
}

/** Memoises a function of an object that never changes. */
export function memoise<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => getOrCreate(values, key, compute);
}

/** A map that creates the value of a key when it is first needed. */
export class DefaultMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly create: (key: Key) => Value) {
    super();
  }

  getOrCreate(key: Key): Value {
    // Looks here first, where V8 knows the kind of map.
    return this.get(key) ?? getOrCreate(this, key, this.create);
  }
}
