import { foldText } from './fold-text.ts'

/** The words of a column, numbered from 1; 0 means "not known". */
export type Dictionary = {
  codeOf: (value: string, label?: string) => number
  find: (value: string) => number | undefined
  valueAt: (code: number) => string
  /** The original spelling, where it differs from the value. */
  labelAt: (code: number) => string | null
  /** The folded display label; cached on first use. */
  foldedAt: (code: number) => string
  /** The highest code plus one. */
  size: () => number
}

export function createDictionary(): Dictionary {
  const codes = new Map<string, number>()
  const values: string[] = ['']
  const labels: (string | null)[] = [null]
  const folded: string[] = []
  return {
    codeOf(value, label) {
      const known = codes.get(value)
      if (known !== undefined) return known
      const code = values.length
      codes.set(value, code)
      values.push(value)
      labels.push(label ?? null)
      return code
    },
    find: (value) => codes.get(value),
    valueAt: (code) => values[code] ?? '',
    labelAt: (code) => labels[code] ?? null,
    foldedAt: (code) => (folded[code] ??= foldText(labels[code] ?? values[code] ?? '')),
    size: () => values.length,
  }
}
