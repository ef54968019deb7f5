import { foldText } from './fold-text.ts'

/** The words of a column, numbered from 1; 0 stands for "not known". */
export type Dictionary = {
  codeOf: (value: string, label?: string) => number
  find: (value: string) => number | undefined
  valueAt: (code: number) => string
  /** How it was first written, where that is not the value itself. */
  labelAt: (code: number) => string | null
  /** What people read for it, folded; kept once asked for. */
  foldedAt: (code: number) => string
  /** One more than the highest code. */
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
