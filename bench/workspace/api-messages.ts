/** SQL as sent; the values arrive as JSON. */
export type Statement = { text: string; values: unknown[] }

/**
 * Memory in megabytes after a full collection: `heap` = objects, `arrays` = typed arrays and
 * buffers beside the heap.
 */
export type Readings = {
  heap: number
  arrays: number
  /** The longest time for which the event loop was blocked since the readings before. */
  longestBlockMs: number
}

export type ToApi = { ask: 'note' } | { ask: 'statements' } | { ask: 'readings' }

export type FromApi =
  | { kind: 'ready'; address: string; tokens: string[] }
  | { kind: 'statements'; statements: Statement[] }
  | { kind: 'readings'; readings: Readings }
