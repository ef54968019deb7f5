import * as z from 'zod'
import type { ColumnKey } from '#contracts/workspace/exports.ts'
import { type Language, languageInfo, languages } from '#i18n/languages.ts'
import { readLocale } from '#i18n/read-locale.ts'
import type { Cell } from './cell.ts'

type Words = 'region' | 'language' | 'category' | 'status' | 'confidence' | 'emailKind' | 'emailState' | 'policies' | 'launchStatus' | 'badge' | 'stage' // prettier-ignore

/** Columns whose values are codes that people read as words. */
const WORDS = new Map<string, Words>(
  Object.entries({
    country: 'region',
    storeCountry: 'region',
    shipsTo: 'region',
    markets: 'region',
    language: 'language',
    languages: 'language',
    category: 'category',
    status: 'status',
    launchConfidence: 'confidence',
    launchStatus: 'launchStatus',
    emailKind: 'emailKind',
    emailState: 'emailState',
    policies: 'policies',
    stage: 'stage',
    trendBadge: 'badge',
  } satisfies Partial<Record<ColumnKey, Words>>),
)

/** Shows codes as words of the language; a code without a word stays as it is. */
export function wordBatches(
  batches: AsyncIterable<Cell[][]>,
  columns: readonly string[],
  language: Language,
): AsyncIterable<Cell[][]> {
  const wordOf = columns.map((key) => {
    const words = WORDS.get(key)
    return words && wordsOf(language, words)
  })
  return (async function* () {
    for await (const rows of batches)
      yield rows.map((row) =>
        row.map((cell, at) => {
          const word = wordOf[at]
          return word ? wordCell(cell, word) : cell
        }),
      )
  })()
}

type WordOf = (code: string) => string

function wordCell(cell: Cell, word: WordOf): Cell {
  if (cell.kind === 'text' && cell.value !== null) return { ...cell, value: word(cell.value) }
  return cell.kind === 'list' && cell.value !== null
    ? { ...cell, value: cell.value.map(word) }
    : cell
}

function wordsOf(language: Language, words: Words): WordOf {
  if (words === 'region' || words === 'language') return namesOf(language, words)
  const texts = wordTexts.get(language)?.[words] ?? {}
  return (code) => texts[code] ?? code
}

function namesOf(language: Language, type: 'region' | 'language'): WordOf {
  const names = new Intl.DisplayNames(languageInfo[language].locale, { type })
  return (code) => {
    try {
      return names.of(code) ?? code
    } catch {
      return code // shops may publish anything
    }
  }
}

const Texts = z.record(z.string(), z.string())
const Options = z.object({ options: Texts })
const ListTexts = z.object({
  filter: z.object({
    category: Options,
    status: Options,
    confidence: Options,
    emailKind: Options,
    emailState: Options,
    policies: Options,
    stage: Options,
  }),
  products: z.object({ badge: Texts }),
})
const StoreTexts = z.object({ launchStatus: Texts })

function readWords(language: Language) {
  const { filter, products } = ListTexts.parse(readLocale(language, 'list'))
  const { launchStatus } = StoreTexts.parse(readLocale(language, 'store-details'))
  return {
    category: filter.category.options,
    status: filter.status.options,
    confidence: filter.confidence.options,
    emailKind: filter.emailKind.options,
    emailState: filter.emailState.options,
    policies: filter.policies.options,
    stage: filter.stage.options,
    badge: products.badge,
    launchStatus,
  }
}

/** Read at startup, so that a broken file stops the start and not a download. */
const wordTexts = new Map(languages.map((language) => [language, readWords(language)]))
