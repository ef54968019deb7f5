import type { Cell } from './cell.ts'

/** What a file is made of: its columns, and the rows as they come, some hundred at a time. */
export type FileParts = {
  columns: readonly { key: string; label: string }[]
  batches: AsyncIterable<Cell[][]>
  /** Most rows that can come. */
  maxRows: number
}

/** Pieces of a file, each made when the one before it was taken: whoever reads slowly is waited for. */
export type FileWriter = (parts: FileParts) => AsyncIterable<string | Uint8Array>
