import { BadgeCheck, DoorOpen, FileSearch, Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Testimonials as Groups, Testimonial } from '#contracts/site/testimonials.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Section } from './section.tsx'
import { useTestimonials } from './use-testimonials.ts'

const groups = ['twitter', 'reddit', 'trustpilot'] as const

/**
 * Testimonials, each with its source or labelled as an example, and claims that readers can check
 * for themselves.
 */
export function Testimonials() {
  const { t } = useTranslation('testimonials')
  const quotes = useTestimonials()
  const isEmpty = groups.every((group) => quotes[group].length === 0)
  return (
    <Section labelledBy="testimonials-title" overlayMs={100}>
      {isEmpty ? (
        <h2 id="testimonials-title" className="text-2xl">
          {t('badges.title')}
        </h2>
      ) : (
        <>
          <QuoteGroups quotes={quotes} />
          <h3 className="mt-16 text-lg">{t('badges.title')}</h3>
        </>
      )}
      <TrustBadges />
    </Section>
  )
}

function QuoteGroups({ quotes }: { quotes: Groups }) {
  const { t } = useTranslation('testimonials')
  const hasExamples = groups.some((group) => quotes[group].some(({ source }) => source === null))
  return (
    <>
      <div className="max-w-2xl">
        <h2 id="testimonials-title" className="text-2xl">
          {t('title')}
        </h2>
        {hasExamples && <p className="mt-4 text-lg text-muted">{t('examples')}</p>}
      </div>
      <div className="mt-10 grid items-start gap-x-6 gap-y-10 lg:grid-cols-3">
        {groups
          .filter((group) => quotes[group].length > 0)
          .map((group) => (
            <div key={group}>
              <h3 className="border-b border-rule pb-2 text-base tracking-normal">
                {t(`groups.${group}`)}
              </h3>
              <ul className="mt-4 grid gap-4">
                {quotes[group].map((each) => (
                  <Quote key={each.id} testimonial={each} platform={t(`groups.${group}`)} />
                ))}
              </ul>
            </div>
          ))}
      </div>
    </>
  )
}

function Quote({ testimonial, platform }: { testimonial: Testimonial; platform: string }) {
  const { t } = useTranslation('testimonials')
  const { text, language, author, source } = testimonial
  return (
    <li>
      <Card className="p-5">
        <figure>
          <blockquote lang={language}>
            <p>{text}</p>
          </blockquote>
          <figcaption className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <span className="font-semibold">{author}</span>
            {source ? (
              <ExternalLink href={source}>{t('source', { place: platform })}</ExternalLink>
            ) : (
              <Badge>{t('example')}</Badge>
            )}
          </figcaption>
        </figure>
      </Card>
    </li>
  )
}

const badges = [
  { name: 'evidence', Icon: FileSearch, to: null },
  { name: 'recheck', Icon: BadgeCheck, to: paths.freshness() },
  { name: 'polite', Icon: Handshake, to: null },
  { name: 'optOut', Icon: DoorOpen, to: paths.optOut() },
] as const

/** Promises that customers can hold us to; two of them link to the page that backs them up. */
function TrustBadges() {
  const { t } = useTranslation('testimonials')
  return (
    <ul className="mt-6 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
      {badges.map(({ name, Icon, to }) => (
        <li key={name} className="relative flex gap-4 bg-surface p-5">
          <Icon className="mt-0.5 size-6 shrink-0 text-good" strokeWidth={1.75} aria-hidden />
          <div>
            <p className="font-semibold">
              <MaybeLink to={to}>{t(`badges.${name}.title`)}</MaybeLink>
            </p>
            <p className="mt-0.5 text-sm text-muted">{t(`badges.${name}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const MaybeLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link
      to={to}
      className="underline decoration-rule decoration-2 underline-offset-[0.2em] hover:decoration-ink after:absolute after:inset-0"
    >
      {children}
    </Link>
  )
