import { useTranslation } from 'react-i18next'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { NO_DATES } from '#web/lib/dates/date-selection.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState, UpgradeState } from '#web/ui/feedback/states.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { unknownLeftOut } from './filters/chosen-filters.tsx'
import { useCounts } from './filters/facet-counts.tsx'
import { chosenOf, type ListAddress } from './list-address.ts'
import type { ChangeFilter, ChangeList } from './list-change.ts'

type Props = {
  address: ListAddress
  isBeyond: boolean
  change: ChangeList
  changeFilter: ChangeFilter
}

/**
 * A page beyond the end, filters without a match, or dates without stores; each case offers its own
 * way out.
 */
export function NothingFound({ address, isBeyond, change, changeFilter }: Props) {
  const { t } = useTranslation(['list', 'date-picker'])
  const icon = <Mark className="size-12" />
  if (isBeyond) {
    return (
      <EmptyState
        icon={icon}
        title={t('list:empty.beyond')}
        action={<Button onClick={() => change({ page: 0 })}>{t('list:empty.firstPage')}</Button>}
      />
    )
  }
  if (chosenOf(address).length > 0) {
    return <NoMatch address={address} change={change} changeFilter={changeFilter} />
  }
  return (
    <EmptyState
      icon={icon}
      title={t('list:empty.title')}
      action={
        <>
          {address.dates.kind !== 'none' && (
            <Button variant="secondary" onClick={() => change({ dates: NO_DATES })}>
              {t('date-picker:presets.allDays')}
            </Button>
          )}
          <LinkButton to={paths.app()}>{t('list:empty.otherDates')}</LinkButton>
        </>
      }
    >
      {t('list:empty.text')}
    </EmptyState>
  )
}

/**
 * Offers to remove the latest filter, which is the one that emptied the list, or to include stores
 * with an unknown value.
 */
function NoMatch({ address, change, changeFilter }: Omit<Props, 'isBeyond'>) {
  const counts = useCounts()
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterLabels()
  const chosen = chosenOf(address)
  const last = chosen.at(-1)
  return (
    <EmptyState
      icon={<Mark className="size-12" />}
      title={t('empty.noMatch')}
      action={
        <>
          {last && (
            <Button onClick={() => changeFilter(last[0], () => NO_CHOICE)}>
              {t('empty.without', { filter: words.name(last[0]) })}
            </Button>
          )}
          {chosen.length > 1 && (
            <Button variant="secondary" onClick={() => change({ clear: true })}>
              {t('chosen.clear')}
            </Button>
          )}
          {chosen
            .map(([key, choice]) => ({ key, count: unknownLeftOut(choice, counts.facets[key]) }))
            .filter(({ count }) => count > 0)
            .map(({ key, count }) => (
              <Button
                key={key}
                variant="secondary"
                onClick={() => changeFilter(key, (current) => ({ ...current, unknown: true }))}
              >
                {words.name(key)} {t('chosen.letIn', { total: formats.number(count) })}
              </Button>
            ))}
        </>
      }
    >
      {t('empty.noMatchText')}
    </EmptyState>
  )
}

/** The plan does not include these rows. */
export function ListUpgrade({ error }: { error: ApiError }) {
  const { t } = useTranslation('list')
  return (
    <UpgradeState
      title={t('forbidden.title')}
      text={error.message || t('forbidden.text')}
      action={t('forbidden.action')}
    />
  )
}

/** The search engine is being filled, or away; the query asks again by itself. */
export function SearchAway() {
  const { t } = useTranslation(['list', 'errors'])
  return (
    <div role="status">
      <EmptyState title={t('list:away.title')}>
        <p>{t('errors:search_unavailable')}</p>
        <p>{t('list:away.again')}</p>
      </EmptyState>
    </div>
  )
}
