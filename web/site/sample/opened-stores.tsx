import { useTranslation } from 'react-i18next'
import { DAY_MS, dayStart } from '#contracts/dates.ts'
import type { SampleStore } from '#contracts/site/sample.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { priceBand } from '#web/lib/i18n/price-band.ts'
import { Hatched, useLaunchReason } from '#web/site/open-store/row-parts.tsx'
import { Confidence } from '#web/ui/store/labels.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'

/** A sure store, a reachable one and a doubtful one, with their evidence. */
export function OpenedStores({ stores }: { stores: readonly SampleStore[] }) {
  const { t } = useTranslation('sample')
  if (stores.length === 0) return null
  return (
    <section aria-labelledby="opened-title" className="mt-12">
      <h2 id="opened-title" className="text-2xl">
        {t('opened.title')}
      </h2>
      <p className="mt-2 text-muted">{t('opened.text')}</p>
      <div className="mt-6 grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        {stores.map((store) => (
          <OpenedStore key={store.domain} store={store} />
        ))}
      </div>
    </section>
  )
}

type Props = { store: SampleStore }

function OpenedStore({ store }: Props) {
  return (
    <article className="overflow-hidden rounded-lg border border-line bg-surface text-sm">
      <div className="flex items-center gap-3.5 px-5 py-4">
        <StoreLogo url={store.logoUrl} name={store.name} className="size-11!" />
        <div className="min-w-0">
          <h3 className="truncate text-lg leading-6">{store.name}</h3>
          <p className="truncate text-muted">{store.domain}</p>
        </div>
      </div>
      <Summary store={store} />
      {store.role === 'reachable' ? <Reach store={store} /> : <Launch store={store} />}
    </article>
  )
}

function Summary({ store }: Props) {
  const { t } = useTranslation(['sample', 'common', 'store-details'])
  const { number } = useFormats()
  const band = priceBand(store, useLanguage())
  const parts = {
    country: [store.country, store.city].filter(Boolean).join(', '),
    productCount: [store.productCount === null ? '' : number(store.productCount), band]
      .filter(Boolean)
      .join(', '),
    theme: store.themeName ?? '',
  }
  return (
    <dl className="grid grid-cols-3 border-y border-line">
      {(['country', 'productCount', 'theme'] as const).map((name) => (
        <div key={name} className="min-w-0 border-line px-3 py-2 first:ps-5 not-first:border-s">
          <dt className="text-xs text-faint">{t(`store-details:facts.${name}`)}</dt>
          <dd className="truncate font-semibold">{parts[name] || t('common:notPublished')}</dd>
        </div>
      ))}
    </dl>
  )
}

function Launch({ store }: Props) {
  const { t } = useTranslation(['sample', 'store-details'])
  const formats = useFormats()
  const reasonOf = useLaunchReason()
  const { launchDate, signals } = store
  const decisive = signals.filter(({ role }) => role !== 'neutral')
  return (
    <div className="px-5 pt-3.5 pb-4">
      <p className="flex flex-wrap justify-between gap-x-3">
        <strong className="font-semibold">
          {launchDate
            ? t('sample:opened.launched', { day: formats.day(launchDate) })
            : t('store-details:launchUnknown')}
        </strong>
        <Confidence level={store.launchConfidence} />
      </p>
      <p className="mt-1 text-muted">{reasonOf(store.launchReason)}</p>
      <Axis store={store} />
      <ol className="mt-1">
        {decisive.map(({ kind, at, role, evidence }) => (
          <li
            key={`${kind} ${at}`}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-1.75"
          >
            <span className={role === 'contradicts' ? 'text-bad' : 'text-muted'}>
              {formats.shortDay(at)}
              {at.slice(0, 4) !== store.foundDay.slice(0, 4) && ` ${at.slice(0, 4)}`}
            </span>
            <span className={kind === 'first_certificate' ? 'font-semibold' : ''}>
              {t(`store-details:signals.kinds.${kind}.name`)}
              {role === 'contradicts' && (
                <span className="text-bad">
                  {', '}
                  {t('store-details:signals.roles.contradicts')}
                </span>
              )}
            </span>
            <span className="col-start-2 truncate font-mono text-2xs text-faint">
              {evidence.path}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const WIDTH = 320
const DAYS = 32

/** The traces of the month before the store was found; older ones are at the left end. */
function Axis({ store: { signals, foundDay } }: Props) {
  const { t } = useTranslation('sample')
  const end = dayStart(foundDay).getTime() + DAY_MS
  const xOf = (at: string) => {
    const daysBefore = (end - Date.parse(at)) / DAY_MS
    return 8 + (WIDTH - 16) * (1 - Math.min(1, Math.max(0, daysBefore / DAYS)))
  }
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 34`}
      className="mt-2.5 w-full"
      role="img"
      aria-label={t('opened.axis')}
    >
      <rect
        x={WIDTH / DAYS}
        y="4"
        width={WIDTH - WIDTH / DAYS}
        height="14"
        className="fill-sun-wash"
      />
      <path d={`M0 11H${WIDTH}`} className="stroke-rule" />
      {signals.map(({ kind, at, role }) => (
        <circle
          key={`${kind} ${at}`}
          cx={xOf(at)}
          cy="11"
          r="4"
          className={cn(
            kind === 'first_certificate'
              ? 'fill-sun stroke-sun'
              : role === 'supports'
                ? 'fill-good stroke-good'
                : 'fill-surface stroke-muted',
          )}
        />
      ))}
      <text x={WIDTH / 2} y="31" textAnchor="middle" className="fill-muted text-[0.65rem]">
        {t('opened.axis')}
      </text>
    </svg>
  )
}

const line = 'grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-1.75'

function Reach({ store }: Props) {
  const { t } = useTranslation(['sample', 'store-details'])
  return (
    <div className="px-5 pt-3.5 pb-4">
      <h4 className="font-semibold">{t('sample:opened.reach')}</h4>
      <p className="mt-1 text-muted">{t('sample:opened.reachText')}</p>
      <dl className="mt-2.5">
        {store.ways.map(({ key, evidence }) => (
          <div key={key} className={line}>
            <dt className="text-muted">{t(`store-details:facts.${key}`)}</dt>
            <dd>
              <span className="sr-only">{t('sample:masked')}</span>
              <Hatched className={key === 'email' ? 'w-32' : 'w-24'} />
              {key === 'email' && store.emailKind && (
                <span className="block">
                  {t(`store-details:emailKind.${store.emailKind}`)}
                  {store.emailState && `, ${t(`store-details:mailState.${store.emailState}`)}`}
                </span>
              )}
              <span className="block truncate font-mono text-2xs text-faint">{evidence.path}</span>
            </dd>
          </div>
        ))}
        <div className={line}>
          <dt className="text-muted">{t('store-details:facts.apps')}</dt>
          <dd>
            {store.apps
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', ')}
          </dd>
        </div>
      </dl>
    </div>
  )
}
