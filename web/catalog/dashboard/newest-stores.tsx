import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dayOf, MINUTE_MS } from '#contracts/dates.ts'
import type { NewestStore, Today } from '#contracts/catalog/today.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { priceBand } from '#web/lib/i18n/price-band.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { BoardCard, Empty, lineClass, LINES, MoreLink } from './board-card.tsx'

type Props = {
  today: Today | null
  /** How many of today's stores there are by now, and how many of them came after these rows. */
  total: number
  arrived: number
  onShow: () => void
}

/** Arrivals wait until they are asked for, so that no row moves under the pointer. */
export function NewestStores({ today, total, arrived, onShow }: Props) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  return (
    <BoardCard
      title={t('newest.title')}
      note={
        <span className="inline-flex items-center gap-1.5">
          <Sun />
          {arrived > 0 ? (
            <button
              type="button"
              onClick={onShow}
              className="min-h-6 font-semibold text-ink hover:underline pointer-coarse:min-h-11"
            >
              {t('newest.arrived', formats.counted(arrived))}
            </button>
          ) : (
            t('newest.live')
          )}
        </span>
      }
      more={
        today && (
          <MoreLink to={searchPath({ kind: 'single', date: today.day })}>
            {t('newest.all', { total: formats.number(total) })}
          </MoreLink>
        )
      }
      className="@container"
    >
      {today?.newest.length === 0 ? (
        <Empty>{t('newest.none')}</Empty>
      ) : (
        <ul>
          {today
            ? today.newest.map((store, at) => (
                <NewestRow key={store.id} store={store} at={at} now={today.at} />
              ))
            : Array.from({ length: LINES }, (_, at) => <LineBone key={at} at={at} />)}
        </ul>
      )}
    </BoardCard>
  )
}

const Sun = () => <span className="size-1.75 shrink-0 rounded-full bg-sun" aria-hidden />

/** `at`: its place in the card. */
export function NewestRow({ store, at, now }: { store: NewestStore; at: number; now: string }) {
  const formats = useFormats()
  const { t } = useTranslation('list')
  const { country, category } = store
  const prices = priceBand(store, useLanguage())
  return (
    <li className={`${lineClass(at)} hover:bg-canvas`}>
      <StoreLogo url={store.logoUrl} name={store.name} className="size-6.5! text-xs" />
      <p className="flex min-w-0 flex-1 items-baseline gap-2.5">
        <Link
          to={paths.listStore(store.slug)}
          className="max-w-full shrink-0 truncate text-sm font-semibold after:absolute after:inset-0"
        >
          {store.name}
        </Link>
        <span className="hidden min-w-0 truncate text-xs text-muted @2xl:block">
          {store.domain}
        </span>
      </p>
      <span className="w-11 shrink-0">
        {country && (
          <abbr
            title={formats.country(country)}
            className="rounded-sm border border-rule px-1.5 text-2xs font-semibold text-muted no-underline"
          >
            {country}
          </abbr>
        )}
      </span>
      <span className="hidden w-36 shrink-0 truncate text-xs text-muted @3xl:block">
        {category && t(`filter.category.options.${category}`)}
      </span>
      <span className="hidden w-26 shrink-0 truncate text-end text-xs @lg:block @2xl:w-30">
        {prices ?? <Dash />}
      </span>
      <span className="hidden shrink-0 gap-2 @md:flex">
        <Mark icon="mail" isThere={store.hasEmail} text={t('filter.email.name')} />
        <Mark icon="phone" isThere={store.hasPhone} text={t('filter.phone.name')} />
        <Mark icon="form" isThere={store.hasContactForm} text={t('lead.form')} />
      </span>
      <span className="flex w-20 shrink-0 items-center justify-end gap-1.5 text-xs text-muted">
        <FoundAt foundAt={store.foundAt} now={now} />
      </span>
    </li>
  )
}

const Dash = () => (
  <span className="text-faint" aria-hidden>
    –
  </span>
)

type MarkProps = { icon: 'mail' | 'phone' | 'form'; isThere: boolean; text: string }

const Mark = ({ icon, isThere, text }: MarkProps) => (
  <span
    {...(isThere && { role: 'img', 'aria-label': text, title: text })}
    className="grid w-4.5 place-items-center text-ink"
  >
    {isThere ? <LineIcon name={icon} className="size-4" /> : <Dash />}
  </span>
)

const JUST_FOUND_MINUTES = 10

/** The time of day today, otherwise the day; the minutes for a store that was just found. */
function FoundAt({ foundAt, now }: { foundAt: string; now: string }) {
  const formats = useFormats()
  const minutes = Math.floor((Date.parse(now) - Date.parse(foundAt)) / MINUTE_MS)
  const day = dayOf(new Date(foundAt))
  if (day !== dayOf(new Date(now))) return <time dateTime={foundAt}>{formats.shortDay(day)}</time>
  if (minutes >= JUST_FOUND_MINUTES) return <time dateTime={foundAt}>{formats.time(foundAt)}</time>
  return (
    <>
      <Sun />
      <time dateTime={foundAt} className="text-ink">
        {formats.minutesAgo(Math.max(0, minutes))}
      </time>
    </>
  )
}

export const LineBone = ({ at }: { at: number }) => (
  <li className={lineClass(at)}>
    <Bone className="size-6.5" />
    <Bone className="h-4 w-40 max-w-1/2" />
  </li>
)
