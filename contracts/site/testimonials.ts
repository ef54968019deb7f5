import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const Testimonial = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  /** Language of the text: the requested one if there is a translation, otherwise the original. */
  language: z.string(),
  /** Where the original is published; null = an example that we wrote. */
  source: z.nullable(z.url({ protocol: /^https$/ })),
})
export type Testimonial = z.infer<typeof Testimonial>

export const Testimonials = z.object({
  twitter: z.array(Testimonial),
  reddit: z.array(Testimonial),
  trustpilot: z.array(Testimonial),
})
export type Testimonials = z.infer<typeof Testimonials>

export const listTestimonials = endpoint({
  name: 'listTestimonials',
  method: 'GET',
  path: '/api/public/testimonials',
  access: 'public',
  summary:
    'Testimonials, grouped by their source. Includes examples only if the installation is a demonstration.',
  query: z.object({ language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))) }),
  response: Testimonials,
})
