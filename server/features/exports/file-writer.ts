import type { Cell } from './cell.ts'

/** The input of a file: its columns, and its rows in batches of some hundred. */
export type FileParts = {
  columns: readonly { key: string; label: string }[]
  batches: AsyncIterable<Cell[][]>
  /** The largest possible number of rows. */
  maxRows: number
}

/** Chunks of a file. Each is produced when the previous one was consumed, so that a slow reader slows the writer down. */
export type FileWriter = (parts: FileParts) => AsyncIterable<string | Uint8Array>
