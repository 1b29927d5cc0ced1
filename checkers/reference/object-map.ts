import type { MemoryObject } from '../../transactions/index.js';

/** Finds the memory object at an address; remembers the last one found, since accesses stay in one for a while. */
export class ObjectMap {
  private last = 0;

  constructor(private readonly objects: readonly MemoryObject[]) {}

  /** Index of the object that holds an address, or -1. */
  indexAt(address: number): number {
    const { objects } = this;
    if (objects.length === 0 || address < 0) return -1;
    if (holds(objects[this.last], address)) return this.last;
    for (let i = 0; i < objects.length; i++) {
      if (!holds(objects[i], address)) continue;
      this.last = i;
      return i;
    }
    return -1;
  }
}

function holds(object: MemoryObject, address: number): boolean {
  return address >= object.address && address < object.address + object.bytes;
}
