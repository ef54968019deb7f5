import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { listExclusions } from '#contracts/workspace/exclusions.ts'
import { listStages } from '#contracts/workspace/leads.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { type ListAddress, storesQueryOf } from './list-address.ts'
import type { ChangeList } from './list-change.ts'

type Props = { address: ListAddress; change: ChangeList }

/** "12 hidden": how many of these stores the account's own list leaves out, and shows them. */
export function HiddenSwitch(props: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const hasAny = (useQuery(q(listExclusions, { query: { size: '1' } })).data?.stores ?? 0) > 0
  const leftOut = useLeftOut(props, 'hidden', hasAny)
  if (!leftOut) return null
  const { count, isShown, toggle } = leftOut
  const Icon = isShown ? Eye : EyeOff
  return (
    <button
      type="button"
      aria-pressed={isShown}
      title={t(isShown ? 'hidden.hide' : 'hidden.show')}
      onClick={toggle}
      className={buttonClass('quiet', 'sm', 'px-2! text-xs! aria-pressed:bg-sunken')}
    >
      <Icon className="size-4" aria-hidden />
      {/* The tabs beside it need the room; on phones it is in a menu. */}
      <span className="work:max-[100rem]:sr-only">{t('hidden.count', formats.counted(count))}</span>
      <span aria-hidden className="max-work:hidden min-[100rem]:hidden">
        {formats.number(count)}
      </span>
    </button>
  )
}

/** Below new leads: how many of them are left out because the account has contacted them. */
export function ContactedNote(props: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const stages = useQuery(q(listStages, { query: {} })).data?.stages ?? []
  const hasAny = stages.some(({ isContacted, leads }) => isContacted && leads > 0)
  const leftOut = useLeftOut(props, 'contacted', hasAny)
  if (!leftOut) return null
  const { count, isShown, toggle } = leftOut
  return (
    <p className="flex flex-wrap items-center gap-x-1 pt-3 text-xs text-muted">
      {t(isShown ? 'contacted.shown' : 'contacted.leftOut', formats.counted(count))}
      <Button variant="quiet" size="sm" className="px-2! text-xs!" onClick={toggle}>
        {t(isShown ? 'contacted.hide' : 'contacted.show')}
      </Button>
    </p>
  )
}

/**
 * How many stores a mark leaves out of the list; null where it leaves out none, or the account asks
 * for another choice of it. Counted only for an account that has such marks: a count would make its
 * query personal, so that the search could not answer it from what all accounts share.
 */
function useLeftOut({ address, change }: Props, mark: 'hidden' | 'contacted', hasAny: boolean) {
  const filters = { ...address.filters, [mark]: NO_CHOICE }
  const query = { ...storesQueryOf({ ...address, filters }, address.view), groups: mark }
  const { data } = useQuery({ ...q(listFacets, { query }), enabled: hasAny })
  const count = data?.facets[0]?.options.find(({ value }) => value === 'yes')?.count ?? 0
  const { include, exclude } = address.filters[mark] ?? NO_CHOICE
  const isShown = include.length === 2
  const isOther = !isShown && include.length + exclude.length > 0
  if (!hasAny || isOther || (count === 0 && !isShown)) return null
  const choice = isShown ? NO_CHOICE : { ...NO_CHOICE, include: ['yes', 'no'] }
  return { count, isShown, toggle: () => change({ filters: { [mark]: choice } }) }
}
