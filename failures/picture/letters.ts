/** Returns the letter of a wave in a picture, by its index in the cast. */
export function getWaveLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
