import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { listExclusions } from '#contracts/workspace/exclusions.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type ListAddress, storesQueryOf } from './list-address.ts'
import type { ChangeList } from './list-change.ts'

type Props = { address: ListAddress; change: ChangeList }

/** "12 hidden": how many of these stores the account's own list leaves out, and shows them. */
export function HiddenSwitch({ address, change }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  // Asked first: most accounts hide nothing, and a count of `hidden` would make their query personal,
  // so that the search could not answer it from what all accounts share.
  const hasHidden = (useQuery(q(listExclusions, { query: { size: '1' } })).data?.stores ?? 0) > 0
  const filters = { ...address.filters, hidden: NO_CHOICE }
  const query = { ...storesQueryOf({ ...address, filters }, address.view), groups: 'hidden' }
  const { data } = useQuery({ ...q(listFacets, { query }), enabled: hasHidden })
  const count = data?.facets[0]?.options.find(({ value }) => value === 'yes')?.count ?? 0
  const isShown = address.filters.hidden?.include.includes('yes') === true
  if (!hasHidden || (count === 0 && !isShown)) return null
  const Icon = isShown ? Eye : EyeOff
  const hidden = isShown ? NO_CHOICE : { ...NO_CHOICE, include: ['yes', 'no'] }
  return (
    <button
      type="button"
      aria-pressed={isShown}
      title={t(isShown ? 'hidden.hide' : 'hidden.show')}
      onClick={() => change({ filters: { hidden } })}
      className={buttonClass('quiet', 'sm', 'px-2! text-xs! aria-pressed:bg-sunken')}
    >
      <Icon className="size-4" aria-hidden />
      {/* The tabs beside it need the room. */}
      <span className="max-[100rem]:sr-only">
        {t('hidden.count', { count, total: formats.number(count) })}
      </span>
      <span aria-hidden className="min-[100rem]:hidden">
        {formats.number(count)}
      </span>
    </button>
  )
}
