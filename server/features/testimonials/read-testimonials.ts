import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { languages } from '#i18n/languages.ts'

export const TESTIMONIALS_FILE = resolve(import.meta.dirname, '../../../content/testimonials.json')

const Entry = z
  .strictObject({
    id: z.string().min(1),
    author: z.string().min(1),
    /** The language of the original. */
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
export type TestimonialEntry = z.infer<typeof Entry>
export type TestimonialContent = z.infer<typeof Content>

/** @throws when the file is missing or invalid */
export async function readTestimonials(file: string): Promise<TestimonialContent> {
  return Content.parse(JSON.parse(await readFile(file, 'utf8')))
}
