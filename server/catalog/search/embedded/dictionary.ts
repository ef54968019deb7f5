import { foldText } from '#server/catalog/search/text-folding.ts'

/** Numbered from 1; 0 means "not known". */
export type Dictionary = {
  codeOf: (value: string, label?: string) => number
  find: (value: string) => number | undefined
  valueAt: (code: number) => string
  labelAt: (code: number) => string | null
  /** The folded display label; cached on first use. */
  foldedAt: (code: number) => string
  size: () => number
}

/** `perMap`: the engine's maps end at 2^24 entries, so a further map takes further values. */
export function createDictionary(perMap = 2 ** 23): Dictionary {
  const maps = [new Map<string, number>()]
  const values: string[] = ['']
  const labels: (string | null)[] = [null]
  const folded: string[] = []
  const find = (value: string): number | undefined => {
    for (const codes of maps) {
      const code = codes.get(value)
      if (code !== undefined) return code
    }
    return undefined
  }
  return {
    codeOf(value, label) {
      const known = find(value)
      if (known !== undefined) return known
      const code = values.push(value) - 1
      if (code % perMap === 0) maps.push(new Map())
      maps.at(-1)?.set(value, code)
      // An equal label is kept once.
      labels.push(label === value ? value : (label ?? null))
      return code
    },
    find,
    valueAt: (code) => values[code] ?? '',
    labelAt: (code) => labels[code] ?? null,
    foldedAt: (code) => (folded[code] ??= foldText(labels[code] ?? values[code] ?? '')),
    size: () => values.length,
  }
}
