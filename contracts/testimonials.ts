import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const Testimonial = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  /** Of the text: the asked one where there is a translation, else the one it was written in. */
  language: z.string(),
  /** Where it can be read; null = written by us as an example. */
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
  summary: 'What people say, by where they said it. Examples only where the installation is a demonstration.',
  query: z.object({ language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))) }),
  response: Testimonials,
})
