import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { deferred } from '#web/lib/deferred.tsx'
import { useSession, visitorOf } from '#web/lib/session.tsx'
import { CalendarSkeleton } from '#web/ui/date-picker/calendar-skeleton.tsx'
import { AnonymousPicker } from './anonymous-picker.tsx'
import { Section } from './section.tsx'

const members = deferred(async () => (await import('./members-picker.tsx')).MembersPicker)

/** Dates on the landing page: signed-in users get the dashboard's picker, all other visitors a preview of it. */
export function PreviewSection() {
  const { t } = useTranslation('date-picker')
  const isAnonymous = visitorOf(useSession()) === 'anonymous'
  return (
    <Section labelledBy="preview-title" className="border-b border-line">
      <div className="max-w-2xl">
        <h2 id="preview-title" className="text-2xl">
          {t('landing.title')}
        </h2>
        <p className="mt-4 text-lg text-muted">{t(isAnonymous ? 'landing.text' : 'subtitle')}</p>
      </div>
      <div className="mt-10">
        {isAnonymous ? (
          <AnonymousPicker />
        ) : (
          <Suspense fallback={<CalendarSkeleton />}>
            <members.Part />
          </Suspense>
        )}
      </div>
    </Section>
  )
}
