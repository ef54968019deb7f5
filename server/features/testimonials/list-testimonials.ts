import type { Testimonial, Testimonials } from '#contracts/testimonials.ts'
import { baseLanguage, FALLBACK_LANGUAGE, type Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { readTestimonials, TESTIMONIALS_FILE, type TestimonialEntry } from './read-testimonials.ts'

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
    log.error({ event: 'testimonials.unreadable', file, err: error }, 'testimonials could not be read')
    return { twitter: [], reddit: [], trustpilot: [] }
  }
}

function presentTestimonial(entry: TestimonialEntry, asked: Language): Testimonial {
  const language = entry.text[asked] ? asked : entry.language
  return {
    id: entry.id,
    author: entry.author,
    text: entry.text[language] ?? '',
    language,
    source: entry.source,
  }
}
