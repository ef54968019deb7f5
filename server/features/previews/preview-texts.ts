import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { languages, type Language } from '#i18n/languages.ts'

const LOCALES_FOLDER = join(import.meta.dirname, '../../../i18n/locales')

const PageTexts = z.object({
  meta: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
})

export type PreviewTexts = { title: string; description: string }

/** What is written on the preview of a page; undefined for a page that there is not. */
export type FindPreviewTexts = (language: Language, page: string) => PreviewTexts | undefined

export function readPreviewTexts(): FindPreviewTexts {
  const texts = new Map(languages.map((language) => [language, readMeta(language)]))
  return (language, page) => texts.get(language)?.get(page)
}

function readMeta(language: Language): Map<string, PreviewTexts> {
  const file = readFileSync(join(LOCALES_FOLDER, language, 'pages.json'), 'utf8')
  return new Map(Object.entries(PageTexts.parse(JSON.parse(file)).meta))
}
