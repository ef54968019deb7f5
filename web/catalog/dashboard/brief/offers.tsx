import { useQuery } from '@tanstack/react-query'
import { BellRing, Send, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { addDays } from '#contracts/dates.ts'
import { Category } from '#contracts/catalog/facts.ts'
import { getNiche } from '#contracts/catalog/niche.ts'
import { getPulse } from '#contracts/catalog/pulse.ts'
import { getBrief } from '#contracts/workspace/brief.ts'
import { changeStores } from '#contracts/workspace/bulk.ts'
import { createFollow, type FollowedNiche, listFollows } from '#contracts/workspace/follows.ts'
import { listStages } from '#contracts/workspace/leads.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { readAddress, storesQueryOf } from '#web/catalog/list/list-address.ts'
import { queryText } from '#web/catalog/list/rows/live-total.ts'
import { readStored, store } from '#web/lib/browser/browser-storage.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'
import { BriefBones } from './brief-room.tsx'

/** Of two offers. */
const HEIGHT_PX = 126
const DISMISSED_KEY = 'brief-offers-dismissed'

/** While there is nothing to say in the morning: the ways to a first follow and a first stage. */
export function Offers() {
  const { t } = useTranslation('brief')
  const id = useId()
  const [isDismissed, setDismissed] = useState(() => readStored(DISMISSED_KEY) !== null)
  const niche = useNicheOffer()
  const search = useStageOffer()
  if (isDismissed) return null
  if (niche === undefined || search === undefined) return <BriefBones px={HEIGHT_PX} />
  if (!niche && !search) return null
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <div className="flex h-9.5 items-center gap-2.5 ps-4 pe-1 whitespace-nowrap pointer-coarse:h-11 max-work:ps-3">
        <h2 id={id} className="min-w-0 truncate text-sm font-semibold">
          {t('first.title')}
        </h2>
        <p className="min-w-0 flex-1 truncate text-xs text-faint">
          <span className="max-sm:hidden">{t('first.note')}</span>
        </p>
        <Button
          variant="quiet"
          size="icon"
          className="size-8!"
          aria-label={t('first.notNow')}
          onClick={() => {
            store(DISMISSED_KEY, { isDismissed: true })
            setDismissed(true)
          }}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </div>
      <ul>
        {niche && <FollowOffer {...niche} />}
        {search && <StageOffer search={search} />}
      </ul>
    </section>
  )
}

type OfferProps = { icon: ReactNode; text: ReactNode; children: ReactNode }

const Offer = ({ icon, text, children }: OfferProps) => (
  <li className="grid min-h-11 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 border-t border-line py-1 ps-4 pe-2.5 text-xs text-muted max-work:grid-cols-[1.25rem_minmax(0,1fr)] max-work:py-2 max-work:ps-3">
    {icon}
    <p>{text}</p>
    <div className="max-work:col-start-2">{children}</div>
  </li>
)

type NicheOffer = { niche: FollowedNiche; total: number }

/**
 * The busiest category in the busiest country of the week, for an account that follows nothing.
 * Undefined until it is known.
 */
function useNicheOffer(): NicheOffer | null | undefined {
  const today = useToday()
  const week = { from: addDays(today, -6), to: today }
  const follows = useQuery(q(listFollows, {}))
  const isAsked = follows.data?.follows.length === 0
  const busiest = (by: 'category' | 'country') => ({
    ...q(getPulse, { query: { ...week, rank: 'frequent', by } }),
    enabled: isAsked,
  })
  const categories = useQuery(busiest('category'))
  const countries = useQuery(busiest('country'))
  const category = Category.safeParse(categories.data?.rows[0]?.value).data
  const country = countries.data?.rows[0]?.value
  const query = { category, country, ...week }
  const niche = useQuery({ ...q(getNiche, { query }), enabled: isAsked && !!category && !!country })
  if ([follows, categories, countries, niche].some(({ isLoading }) => isLoading)) return undefined
  if (!isAsked || !category || !country || !niche.data) return null
  return { niche: { category, country }, total: niche.data.total.now }
}

/** The rows that a first stage takes over at most: what one works through in some days. */
const MOST_TAKEN = 200

/**
 * The saved search whose stores become the first leads, for an account that has none. Undefined
 * until it is known.
 */
function useStageOffer(): SavedSearch | null | undefined {
  const stages = useQuery(q(listStages, { query: {} }))
  const searches = useQuery(q(listSavedSearches, {}))
  if (stages.isLoading || searches.isLoading) return undefined
  if (!stages.data || stages.data.stages.some(({ leads }) => leads > 0)) return null
  const fits = (searches.data?.searches ?? []).filter(
    ({ view, total }) => view !== 'products' && total !== null && total > 0 && total <= MOST_TAKEN,
  )
  return fits.find(({ view }) => view === 'leads') ?? fits[0] ?? null
}

/** Runs what an offer says, and reads again what it changes. */
function useOffer(done: string) {
  const { t } = useTranslation('brief')
  const reload = useReload()
  const fail = useFailureNotice()
  return async (work: () => Promise<unknown>) => {
    try {
      await work()
      notify({ kind: 'success', subject: 'brief', title: done })
    } catch (error) {
      fail('brief', t('refused'), error)
    }
    await reload(listFollows, listStages, getBrief)
  }
}

function FollowOffer({ niche: { category, country }, total }: NicheOffer) {
  const { t } = useTranslation(['brief', 'list'])
  const formats = useFormats()
  const follow = useCall(createFollow)
  const name = t(`list:filter.category.options.${category}`)
  const run = useOffer(t('first.followed', { name }))
  const target = { kind: 'niche', category, country } as const
  return (
    <Offer
      icon={<BellRing className="size-4 text-faint" aria-hidden />}
      text={
        <Trans
          t={t}
          i18nKey="first.follow"
          values={{ name, country: formats.country(country), total: formats.number(total) }}
          components={{ b: <b className="font-semibold text-ink" /> }}
        />
      }
    >
      <Button
        variant="secondary"
        size="sm"
        isBusy={follow.isPending}
        onClick={() => void run(() => follow.mutateAsync({ body: { target } }))}
      >
        {t('first.followButton')}
      </Button>
    </Offer>
  )
}

function StageOffer({ search }: { search: SavedSearch }) {
  const { t } = useTranslation(['brief', 'list'])
  const formats = useFormats()
  const change = useCall(changeStores)
  const stage = t('list:filter.stage.options.toContact')
  const run = useOffer(t('first.taken', { stage }))
  const address = readAddress(new URLSearchParams(savedSearchPath(search).split('?')[1]))
  const query = queryText(storesQueryOf(address, address.view))
  const take = () =>
    change.mutateAsync({
      body: { target: { query }, action: { kind: 'stage', stage: 'toContact' } },
    })
  return (
    <Offer
      icon={<Send className="size-4 text-faint" aria-hidden />}
      text={
        <Trans
          t={t}
          i18nKey="first.stage"
          count={search.total ?? 0}
          values={{ total: formats.number(search.total ?? 0), search: search.name, stage }}
          components={{
            b: <b className="font-semibold text-ink" />,
            i: <span className="text-ink" />,
          }}
        />
      }
    >
      <Button
        variant="secondary"
        size="sm"
        isBusy={change.isPending}
        onClick={() => void run(take)}
      >
        {t('first.stageButton')}
      </Button>
    </Offer>
  )
}
