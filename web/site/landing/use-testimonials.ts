import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listTestimonials, type Testimonials } from '#contracts/site/testimonials.ts'
import type { Language } from '#i18n/languages.ts'
import { q } from '#web/api/query.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'

export const testimonialsQuery = (language: Language) =>
  q(listTestimonials, { query: { language } })

const NONE: Testimonials = { twitter: [], reddit: [], trustpilot: [] }

/** If testimonials fail to load, the page continues with empty lists. */
export function useTestimonials(): Testimonials {
  const { i18n } = useTranslation()
  const { data = NONE, error } = useQuery(testimonialsQuery(languageOf(i18n)))
  useEffect(() => {
    if (error) console.warn('no testimonials:', error) // oxlint-disable-line no-console -- the specification asks for it: section 8
  }, [error])
  return data
}
