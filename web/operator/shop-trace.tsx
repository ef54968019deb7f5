import { useQuery } from '@tanstack/react-query'
import { Check, Circle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ShopTrace, traceShop } from '#contracts/operator/shops.ts'
import { qKept } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { Block, SearchBox, useFilters } from './parts.tsx'

/** Looks a shop up and shows how far it came on its way from a certificate to the list. */
export function ShopLookUp() {
  const { t } = useTranslation('operator')
  const textOf = useFailureText()
  const shop = useFilters().params.get('shop') ?? ''
  const { data, error } = useQuery({
    ...qKept(traceShop, { query: { shop } }),
    enabled: shop !== '',
  })
  return (
    <Block title={t('trace.title')} text={t('trace.text')}>
      <div className="px-5 py-4">
        <SearchBox name="shop" label={t('trace.label')} />
      </div>
      <div aria-live="polite">
        {shop !== '' && error && (
          <p className="px-5 pb-4 text-sm text-bad">{textOf(error, { fallback: 'internal' })}</p>
        )}
        {shop !== '' && data && !error && <Way trace={data} />}
      </div>
    </Block>
  )
}

function Way({ trace }: { trace: ShopTrace }) {
  const { t } = useTranslation('operator')
  const steps = useSteps(trace)
  const stop = steps.findIndex(({ isPassed }) => !isPassed)
  return (
    <div className="border-t border-line px-5 py-4">
      <p className="wrap-anywhere">
        <strong className="font-semibold">{t(`trace.verdicts.${trace.verdict}.title`)}</strong>{' '}
        <span className="text-muted">{trace.name}</span>
      </p>
      <p className="mt-0.5 max-w-prose text-sm text-muted">
        {t(`trace.verdicts.${trace.verdict}.text`)}
      </p>
      <ol className="mt-4 grid gap-2.5">
        {steps.map((step, at) => (
          <WayStep key={step.name} {...step} isStop={at === stop} />
        ))}
      </ol>
    </div>
  )
}

type Step = { name: string; isPassed: boolean; at: string | null; detail?: ReactNode }

function WayStep({ name, isPassed, isStop, at, detail }: Step & { isStop: boolean }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const Icon = isPassed ? Check : isStop ? X : Circle
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 text-sm sm:grid-cols-[1.25rem_11rem_minmax(0,1fr)_auto]">
      <Icon
        className={cn('mt-0.5 size-4', isPassed ? 'text-good' : isStop ? 'text-bad' : 'text-faint')}
        aria-label={t(`trace.states.${isPassed ? 'passed' : isStop ? 'stopped' : 'ahead'}`)}
      />
      <span className="font-semibold">{name}</span>
      <span className="text-muted wrap-anywhere max-sm:col-start-2">{detail}</span>
      {at && (
        <time dateTime={at} className="tabular-nums text-muted max-sm:col-start-2">
          {formats.moment(at)}
        </time>
      )}
    </li>
  )
}

/** A known store has passed all steps before it, even if their rows are gone. */
function useSteps(trace: ShopTrace): Step[] {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { store, outcome, nextAt } = trace
  const isListed = trace.verdict === 'listed'
  const next = nextAt && t('trace.next', { at: formats.moment(nextAt) })
  const answered = trace.verdict === 'no_shop' || store !== null
  return [
    {
      name: t('trace.steps.revealed'),
      isPassed: trace.revealedAt !== null || store !== null,
      at: trace.revealedAt,
      detail: trace.log,
    },
    {
      name: t('trace.steps.pointed'),
      isPassed: trace.pointedAt !== null || outcome !== null || store !== null,
      at: trace.pointedAt,
    },
    {
      name: t('trace.steps.visited'),
      isPassed: answered,
      at: trace.visitedAt,
      detail: (
        <>
          {outcome && <code className="font-mono">{outcome}</code>}
          {outcome && next && ' · '}
          {next}
        </>
      ),
    },
    {
      name: t('trace.steps.shop'),
      isPassed: store !== null,
      at: store?.visibleAt ?? null,
      detail: store && (
        <Link to={paths.store(store.id)} className="link">
          {store.name} · {store.domain}
        </Link>
      ),
    },
    {
      name: t('trace.steps.launched'),
      isPassed: store?.launchStatus === 'new',
      at: null,
      detail: store && <code className="font-mono">{store.launchReason}</code>,
    },
    {
      name: t('trace.steps.listed'),
      isPassed: isListed,
      at: null,
      detail: isListed && store && t('trace.foundOn', { day: formats.day(store.foundDay) }),
    },
  ]
}
