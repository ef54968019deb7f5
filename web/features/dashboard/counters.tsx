import { useTranslation } from 'react-i18next'
import type { PublicStats } from '#contracts/public.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { Bone } from '#web/ui/skeleton.tsx'

/** `failed` shows zeros, beside which a line says why; `ready` with zeros says that nothing was found. */
export type CountersState = 'empty' | 'loading' | 'failed' | 'ready'

const counters = ['totalStores', 'totalProducts', 'storesWithEmail'] as const

export function Counters({ stats, state }: { stats: PublicStats | null; state: CountersState }) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  const summary =
    state === 'ready' && stats
      ? counters.map((name) => `${t(`counters.${name}`)}: ${formats.number(stats[name])}`).join(', ')
      : ''
  return (
    <div aria-busy={state === 'loading'}>
      <dl className="px-5 sm:px-6">
        {counters.map((name) => (
          <div
            key={name}
            className="flex items-baseline justify-between gap-4 border-b border-line py-4 last:border-0"
          >
            <dt className="text-muted">{t(`counters.${name}`)}</dt>
            <dd
              className={cn(
                'text-2xl font-semibold tracking-[-0.03em] transition-opacity duration-150',
                state === 'loading' && 'opacity-45',
              )}
            >
              {state === 'loading' && !stats ? (
                <Bone className="my-1 h-8 w-20" />
              ) : state === 'empty' ? (
                <span className="text-rule" aria-label={t('counters.unknown')}>
                  –
                </span>
              ) : (
                formats.number(stats?.[name] ?? 0)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {state === 'ready' && stats?.totalStores === 0 && (
        <p className="px-5 pb-4 text-sm text-muted sm:px-6">{t('counters.nothing')}</p>
      )}
      <p className="sr-only" role="status">
        {summary}
      </p>
    </div>
  )
}
