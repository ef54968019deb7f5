import * as z from 'zod/mini'
import { PaidPlan, PriceList } from '#contracts/account/price-list.ts'
import { Day } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

const ArticleRow = z.object({
  /** In `content/articles`. */
  file: z.string(),
  /** Null for a file that cannot be read as an article. */
  title: z.nullable(z.string()),
  slug: z.nullable(z.string()),
  language: z.nullable(z.string()),
  publishedAt: z.nullable(Day),
  words: z.int(),
  views: z.int(),
  /**
   * `scheduled` = its day is still to come; `faulty` = the file cannot be read, and its previous
   * text, if any, stays.
   */
  state: z.enum(['published', 'scheduled', 'faulty']),
  /** As `npm run article:check` prints them, in English. */
  problems: z.array(z.object({ line: z.int(), text: z.string() })),
})
export type ArticleRow = z.infer<typeof ArticleRow>

export const ArticleFilter = z.enum(['problems', 'scheduled'])

export const listArticleFiles = endpoint({
  name: 'listArticleFiles',
  method: 'GET',
  path: '/api/operator/articles',
  access: 'operator',
  summary:
    'The files of the blog with their problems: those with problems first, then the latest first.',
  query: z.object({
    ...pageFields,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    only: z.optional(ArticleFilter),
  }),
  response: pageOf(ArticleRow),
})

const TestimonialRow = z.object({
  id: z.string(),
  place: z.enum(['twitter', 'reddit', 'trustpilot']),
  author: z.string(),
  /** In its own language. */
  text: z.string(),
  language: z.string(),
  translations: z.array(z.string()),
  /** Null for an example. */
  source: z.nullable(z.string()),
  /** Whether visitors see it: examples only with `EXAMPLE_TESTIMONIALS`. */
  isShown: z.boolean(),
})
export type TestimonialRow = z.infer<typeof TestimonialRow>

export const listTestimonialEntries = endpoint({
  name: 'listTestimonialEntries',
  method: 'GET',
  path: '/api/operator/testimonials',
  access: 'operator',
  summary: 'Every testimonial of the file, also those that visitors do not see.',
  response: z.object({
    content: z.array(TestimonialRow),
    /** Why the file cannot be read, in English; visitors then see no testimonials. */
    problem: z.nullable(z.string()),
  }),
})

/** Settings that limit what the product does. */
export const LimitName = z.enum([
  'MAIL_PER_HOUR',
  'PROBE_REQUESTS_PER_SECOND',
  'PROBE_HOST_GAP_MS',
  'PROBE_CONCURRENCY',
  'CT_PAUSE_ABOVE_HOSTS',
  'SEARCH_EMBEDDED_MAX',
  'DATABASE_POOL',
  'SCREENSHOT_EVERY_MS',
  'RDAP_EVERY_MS',
  'ACCURACY_SAMPLE',
  'BACKUP_EVERY_H',
  'BACKUP_KEEP',
])
export type LimitName = z.infer<typeof LimitName>

/** Null = unlimited. */
const Limit = z.nullable(z.int())

export const getLimits = endpoint({
  name: 'getLimits',
  method: 'GET',
  path: '/api/operator/limits',
  access: 'operator',
  summary: 'The prices and limits that are in force; settings and the release change them.',
  response: z.object({
    prices: PriceList,
    /** Whether `PRICES` is set. */
    arePricesSet: z.boolean(),
    plans: z.array(
      z.object({
        plan: PaidPlan,
        exportFormats: z.array(z.string()),
        exportRowsPerDay: Limit,
        contactsPerDay: Limit,
        savedSearches: Limit,
      }),
    ),
    settings: z.array(z.object({ name: LimitName, value: z.number(), default: z.number() })),
  }),
})
export type Limits = z.infer<typeof getLimits.response>
