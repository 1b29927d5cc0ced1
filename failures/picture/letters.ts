/** A wave's letter in a picture, by its place in the cast. */
export function letterOf(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place);
}
