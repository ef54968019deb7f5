import { createRest } from './in-slices.ts'

/** The value at `place` (0-based) if the numbers were sorted; reorders the array. Expected linear time. */
export async function valueAtPlace(numbers: Float64Array, place: number): Promise<number> {
  const rest = createRest()
  let [from, to] = [0, numbers.length - 1]
  while (from < to) {
    const pivot = middleOf(numbers[from] ?? 0, numbers[(from + to) >> 1] ?? 0, numbers[to] ?? 0)
    let [low, high] = [from, to]
    while (low <= high) {
      while ((numbers[low] ?? 0) < pivot) low++
      while ((numbers[high] ?? 0) > pivot) high--
      if (low > high) break
      const kept = numbers[low] ?? 0
      numbers[low++] = numbers[high] ?? 0
      numbers[high--] = kept
    }
    if (place <= high) to = high
    else if (place >= low) from = low
    else break
    await rest()
  }
  return numbers[place] ?? Number.NaN
}

const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
