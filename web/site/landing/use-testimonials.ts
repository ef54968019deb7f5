import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listTestimonials, type Testimonials } from '#contracts/site/testimonials.ts'
import type { Language } from '#i18n/languages.ts'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'

export const testimonialsQuery = (language: Language) =>
  q(listTestimonials, { query: { language } })

const NONE: Testimonials = { twitter: [], reddit: [], trustpilot: [] }

/** If testimonials fail to load, the page continues with empty lists. */
export function useTestimonials(): Testimonials {
  const { data = NONE, error } = useQuery(testimonialsQuery(useLanguage()))
  useEffect(() => {
    if (error) console.warn('no testimonials:', error) // oxlint-disable-line no-console -- the specification asks for it: section 8
  }, [error])
  return data
}
