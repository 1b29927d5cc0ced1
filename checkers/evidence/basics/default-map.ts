/** A map that creates the value of a key when it is first needed. */
export class DefaultMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly create: () => Value) {
    super();
  }

  getOrCreate(key: Key): Value {
    let value = this.get(key);
    if (value === undefined) {
      value = this.create();
      this.set(key, value);
    }
    return value;
  }
}
