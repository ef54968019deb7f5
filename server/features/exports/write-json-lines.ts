import type { Cell } from './cell.ts'
import type { FileWriter } from './file-writer.ts'

/** One JSON object per line, each value in its type; the keys are the same in every language. */
export const writeJsonLines: FileWriter = async function* ({ columns, batches }) {
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(objectOf(columns, row))}\n`).join('')
  }
}

const objectOf = (columns: readonly { key: string }[], row: Cell[]): Record<string, unknown> =>
  // Dates write themselves as ISO 8601.
  Object.fromEntries(columns.map(({ key }, at) => [key, row[at]?.value ?? null]))
