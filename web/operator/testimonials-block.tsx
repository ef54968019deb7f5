import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listTestimonialEntries, type TestimonialRow } from '#contracts/operator/content.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Block, Loaded, Nothing } from './parts.tsx'

/** Every testimonial of the file, also those that visitors do not see. */
export function Testimonials() {
  const { t } = useTranslation('operator')
  const testimonials = useQuery(q(listTestimonialEntries, {}))
  return (
    <Loaded query={testimonials}>
      {({ content, problem }) => (
        <Block title={t('testimonials.title')} text={t('testimonials.text')}>
          {problem !== null ? (
            <div className="px-5 py-4 text-sm text-bad">
              <p>{t('testimonials.unreadable')}</p>
              <pre lang="en" className="mt-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                {problem}
              </pre>
            </div>
          ) : content.length === 0 ? (
            <Nothing text={t('testimonials.none')} />
          ) : (
            <ul className="divide-y divide-line">
              {content.map((entry) => (
                <Entry key={`${entry.place} ${entry.id}`} entry={entry} />
              ))}
            </ul>
          )}
        </Block>
      )}
    </Loaded>
  )
}

const PLACES = { twitter: 'X', reddit: 'Reddit', trustpilot: 'Trustpilot' } as const

function Entry({ entry }: { entry: TestimonialRow }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { place, author, text, language, translations, source, isShown } = entry
  return (
    <li className="grid gap-1 px-5 py-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {author} · {PLACES[place]}
        <Badge tone={isShown ? 'good' : 'plain'}>
          {t(isShown ? 'testimonials.shown' : 'testimonials.hidden')}
        </Badge>
        {source === null && <Badge>{t('testimonials.example')}</Badge>}
      </p>
      <p lang={language} className="max-w-prose text-sm wrap-anywhere">
        {text}
      </p>
      <p className="text-sm text-muted">
        {translations.length > 0 &&
          t('testimonials.alsoIn', {
            languages: translations.map((each) => formats.language(each)).join(', '),
          })}
        {source !== null && (
          <ExternalLink href={source} className="link ms-3">
            {t('testimonials.source')}
          </ExternalLink>
        )}
      </p>
    </li>
  )
}
