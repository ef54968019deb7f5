import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '#web/lib/app/services.ts'
import { languageOf, loadTexts } from '#web/lib/i18n/load-texts.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { Popover } from '#web/ui/popover.tsx'
import type { AskedBreakdown } from './breakdown.tsx'
import { ScoreFigure } from '#web/ui/store/score-chip.tsx'

type Props = {
  store: { slug: string; name: string }
  points: number
  known: number
  /** As in the query of the list; without it the default. */
  profile?: string | undefined
  /** In place of the question to the server. */
  children?: ReactNode
}

/** A score; a press explains it. Script and texts of the explanation load on first use. */
export function ScoreButton({ store, points, known, profile, children }: Props) {
  const { t } = useTranslation('components')
  return (
    <Popover
      label={t('score.explanation', { name: store.name })}
      className="w-[min(26.25rem,calc(100vw-1.5rem))] p-4 max-work:inset-x-0! max-work:top-auto! max-work:bottom-0! max-work:w-full max-work:max-w-none max-work:rounded-b-none"
      button={{
        'aria-label':
          known < 100 ? t('score.known', { points, known }) : t('score.points', { points }),
        title: t('score.why', { points }),
        className:
          'relative z-1 -ms-1.5 inline-flex min-h-7 items-center rounded-md px-1 hover:bg-sunken max-work:min-h-6 pointer-coarse:work:min-h-9',
        children: <ScoreFigure points={points} known={known} />,
      }}
    >
      {children ?? <LateBreakdown store={store} profile={profile} />}
    </Popover>
  )
}

type Late = { AskedBreakdown: typeof AskedBreakdown }

function LateBreakdown({ store, profile }: Pick<Props, 'store' | 'profile'>) {
  const { t, i18n } = useTranslation('errors')
  const services = useServices()
  const language = languageOf(i18n)
  const [part, setPart] = useState<Late | 'failed' | null>(null)
  useEffect(() => {
    let isOpen = true
    void Promise.all([import('./breakdown.tsx'), loadTexts(services, ['score', 'list'])])
      .then(([loaded]) => loaded)
      .catch(() => 'failed' as const)
      .then((loaded) => isOpen && setPart(loaded))
    return () => {
      isOpen = false
    }
  }, [services, language])
  if (part === 'failed') return <p role="alert">{t('title')}</p>
  return part === null ? (
    <Bone className="h-80 w-full" />
  ) : (
    <part.AskedBreakdown store={store} profile={profile} />
  )
}
