import type { ResponseOf } from '#contracts/endpoint.ts'
import type {
  listTestimonialEntries as endpoint,
  TestimonialRow,
} from '#contracts/operator/content.ts'
import type { AppContext } from '#server/platform/context.ts'
import { readTestimonials, type TestimonialContent, TESTIMONIALS_FILE } from '#server/site/api.ts'

/** The file as visitors see it, and what they do not see of it. */
export async function listTestimonialEntries(
  { config }: Pick<AppContext, 'config'>,
  file = TESTIMONIALS_FILE,
): Promise<ResponseOf<typeof endpoint>> {
  try {
    const places = await readTestimonials(file)
    const areExamplesShown = config.EXAMPLE_TESTIMONIALS === 'on'
    return { content: rowsOf(places, areExamplesShown), problem: null }
  } catch (error) {
    return { content: [], problem: error instanceof Error ? error.message : String(error) }
  }
}

const rowsOf = (places: TestimonialContent, areExamplesShown: boolean): TestimonialRow[] =>
  (['twitter', 'reddit', 'trustpilot'] as const).flatMap((place) =>
    places[place].map(({ id, author, language, text, source }) => ({
      id,
      place,
      author,
      text: text[language] ?? '',
      language,
      translations: Object.keys(text).filter((each) => each !== language),
      source,
      isShown: source !== null || areExamplesShown,
    })),
  )
