import { createYielder } from './scheduling.ts'

export type Compare = (a: number, b: number) => number

/**
 * The first `count` rows in order, without sorting the others: a heap of the best so far, with the
 * worst on top. `offer` accepts rows in any order.
 */
export function createTopRows(count: number, compare: Compare) {
  const heap: number[] = []
  return {
    offer(row: number): void {
      if (heap.length < count) {
        heap.push(row)
        rise(heap, heap.length - 1, compare)
      } else if (count > 0 && compare(row, heap[0] ?? 0) < 0) {
        heap[0] = row
        sink(heap, compare)
      }
    },
    /**
     * The last of them, once there are enough: a row that does not come before it need not be
     * offered.
     */
    last: (): number | undefined => (heap.length < count ? undefined : heap[0]),
    inOrder: (): number[] => heap.toSorted(compare),
  }
}

function rise(heap: number[], from: number, compare: Compare): void {
  let at = from
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (compare(heap[at] ?? 0, heap[parent] ?? 0) <= 0) return
    swap(heap, at, parent)
    at = parent
  }
}

function sink(heap: number[], compare: Compare): void {
  let at = 0
  while (true) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    let worst = at
    if (left < heap.length && compare(heap[left] ?? 0, heap[worst] ?? 0) > 0) worst = left
    if (right < heap.length && compare(heap[right] ?? 0, heap[worst] ?? 0) > 0) worst = right
    if (worst === at) return
    swap(heap, at, worst)
    at = worst
  }
}

function swap(heap: number[], a: number, b: number): void {
  const swapped = heap[a] ?? 0
  heap[a] = heap[b] ?? 0
  heap[b] = swapped
}

/**
 * The value at `place` (0-based) if the numbers were sorted; reorders the array. Expected linear
 * time.
 */
export async function quickselect(numbers: Float64Array, place: number): Promise<number> {
  const yieldIfDue = createYielder()
  let [from, to] = [0, numbers.length - 1]
  while (from < to) {
    const pivot = median(numbers[from] ?? 0, numbers[(from + to) >> 1] ?? 0, numbers[to] ?? 0)
    let [low, high] = [from, to]
    while (low <= high) {
      while ((numbers[low] ?? 0) < pivot) low++
      while ((numbers[high] ?? 0) > pivot) high--
      if (low > high) break
      const swapped = numbers[low] ?? 0
      numbers[low++] = numbers[high] ?? 0
      numbers[high--] = swapped
    }
    if (place <= high) to = high
    else if (place >= low) from = low
    else break
    await yieldIfDue()
  }
  return numbers[place] ?? Number.NaN
}

const median = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
