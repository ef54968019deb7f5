import { useTranslation } from 'react-i18next'
import type { getHighlights } from '#contracts/public.ts'
import { useKnownAnswer } from '#web/lib/use-known-answer.ts'
import { HeroFigures } from './hero-figures.tsx'
import { HeroSkeleton } from './hero-skeleton.tsx'
import { Horizon } from './horizon.tsx'
import { NextStep } from './next-step.tsx'
import { RecentLedger } from './recent-ledger.tsx'
import { useSession, visitorOf } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CatchUpLine } from '#web/ui/catch-up-line.tsx'
import { useFirstPage, Veil } from '#web/ui/veil.tsx'

/** What the product is, how far discovery has come, and the three newest stores. A skeleton covers it for 600 ms. */
export function Hero() {
  const { t } = useTranslation('hero')
  const visitor = visitorOf(useSession())
  const { answer: highlights, isAwaited } = useKnownAnswer<typeof getHighlights>('getHighlights')
  // Nothing is pending on the server's page: it has either the figures or the samples that replace them.
  const isFirstPage = useFirstPage()
  const isPending = isAwaited && !isFirstPage
  return (
    <section className="relative border-b border-line">
      <CatchUpLine />
      <div className="relative isolate overflow-hidden border-b border-rule">
        <Horizon />
        <div className="page grid items-center gap-x-14 gap-y-12 pt-10 pb-16 sm:pt-16 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:pt-20 lg:pb-24">
          <div>
            <p className="eyebrow flex items-center gap-2 text-sun-ink">
              <span className="size-1.5 rounded-full bg-sun" aria-hidden />
              {t('badge')}
            </p>
            <h1 className="mt-4 text-display tracking-[-0.04em]">{t('title')}</h1>
            <p className="mt-6 max-w-xl text-lg text-muted">{t('subtitle')}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <NextStep label={t('start')} />
              {visitor === 'anonymous' && (
                <LinkButton to={paths.pricing()} size="lg" variant="secondary">
                  {t('seePricing')}
                </LinkButton>
              )}
            </div>
          </div>
          <RecentLedger recent={highlights?.recent ?? []} isPending={isPending} />
        </div>
      </div>
      <HeroFigures highlights={highlights} isPending={isPending} />
      <Veil>
        <HeroSkeleton />
      </Veil>
    </section>
  )
}
