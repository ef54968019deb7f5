import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import type { Testimonial, Testimonials } from '#contracts/site/testimonials.ts'
import { baseLanguage, FALLBACK_LANGUAGE, type Language, languages } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'

type Deps = Pick<AppContext, 'config' | 'log'>

/** The page works without testimonials: an unreadable file is logged, and the list is empty. */
export async function listTestimonials(
  { config, log }: Deps,
  query: { language?: string | undefined },
  file = TESTIMONIALS_FILE,
): Promise<Testimonials> {
  const language = baseLanguage(query.language) ?? FALLBACK_LANGUAGE
  const shown = (entries: readonly TestimonialEntry[]) =>
    entries
      .filter(({ source }) => source !== null || config.EXAMPLE_TESTIMONIALS === 'on')
      .map((entry) => presentTestimonial(entry, language))
  try {
    const { twitter, reddit, trustpilot } = await readTestimonials(file)
    return { twitter: shown(twitter), reddit: shown(reddit), trustpilot: shown(trustpilot) }
  } catch (error) {
    log.error(
      { event: 'testimonials.unreadable', file, err: error },
      'testimonials could not be read',
    )
    return { twitter: [], reddit: [], trustpilot: [] }
  }
}

function presentTestimonial(entry: TestimonialEntry, requested: Language): Testimonial {
  const language = entry.text[requested] ? requested : entry.language
  return {
    id: entry.id,
    author: entry.author,
    text: entry.text[language] ?? '',
    language,
    source: entry.source,
  }
}

export const TESTIMONIALS_FILE = resolve(import.meta.dirname, '../../../content/testimonials.json')

const Entry = z
  .strictObject({
    id: z.string().min(1),
    author: z.string().min(1),
    language: z.enum(languages),
    text: z.partialRecord(z.enum(languages), z.string().min(1)),
    /** The address of the original; null = an example, shown only in demonstrations. */
    source: z.url({ protocol: /^https$/ }).nullable(),
  })
  .refine(({ language, text }) => text[language], 'has no text in its own language')
const Content = z.strictObject({
  twitter: z.array(Entry),
  reddit: z.array(Entry),
  trustpilot: z.array(Entry),
})
type TestimonialEntry = z.infer<typeof Entry>
export type TestimonialContent = z.infer<typeof Content>

/** @throws when the file is missing or invalid */
export async function readTestimonials(file: string): Promise<TestimonialContent> {
  return Content.parse(JSON.parse(await readFile(file, 'utf8')))
}
