import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

const MAX_LANGUAGES = 60

/** `pt-BR` → `pt`; null for `x-default` and for invalid tags. The rest of a tag usually names a market. */
function languageOf(tag: string): string | null {
  const [language = ''] = tag.trim().toLowerCase().split(/[-_]/)
  return /^[a-z]{2,3}$/.test(language) ? language : null
}

/** Languages in which the shop can be read: its main language first, then those that its pages and its language menu link to. */
export function extractLanguages(pages: ReadPage[], locale: Fact<string> | null): Fact<string>[] {
  const found = new Map<string, Fact<string>>()
  const main = locale ? languageOf(locale.value) : null
  if (locale && main) found.set(main, { ...locale, value: main })
  for (const { page, scan } of pages) {
    const named = [
      ...scan.alternates.map((tag) => ({ tag, path: 'link[rel=alternate][hreflang]' })),
      ...scan.localeOptions.map((tag) => ({ tag, path: 'language menu' })),
    ]
    for (const { tag, path } of named) {
      const language = languageOf(tag)
      if (language && !found.has(language) && found.size < MAX_LANGUAGES)
        found.set(language, factOf(language, 'observed', page, path))
    }
  }
  return [...found.values()]
}
