import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  type DisplayedView,
  type ListColumn,
  ListDensity,
} from '#contracts/workspace/list-views.ts'
import { type ChangeList, useRequestedAddress } from '#web/catalog/list/list-change.ts'
import { columnsOfView } from '#web/catalog/list/rows/store-columns.tsx'
import { sortChoices, sortNameOf, sortNames } from '#web/catalog/list/sort-choices.ts'
import { useScorePath } from '#web/catalog/score/score-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { Checkbox, Select } from '#web/ui/form/form-controls.tsx'
import { OrderList } from '#web/ui/form/order-list.tsx'
import type { ListDisplayState } from './use-list-display.ts'

type Props = {
  view: DisplayedView
  state: ListDisplayState
  fitting: readonly ListColumn[]
  change: ChangeList
}

/** Order, density and columns. Phones have neither density nor columns. */
export function DisplayPanel({ view, state, fitting, change }: Props) {
  const { t } = useTranslation('list')
  const { display, search, isOwn } = state
  return (
    <div className="grid w-full gap-3">
      <SortChoice state={state} change={change} />
      <div className="grid gap-3 max-work:hidden">
        <div className="grid gap-1">
          <p className="text-xs text-muted">{t('display.density')}</p>
          <Segmented
            label={t('display.density')}
            choices={ListDensity.options}
            value={display.density}
            onChange={(density) => state.change({ density })}
            isSmall
          >
            {(density) => t(`display.${density}`)}
          </Segmented>
        </div>
        <Columns view={view} state={state} fitting={fitting} />
        {search && (
          <Checkbox
            label={t('display.ofSearch', { name: search.name })}
            checked={search.display !== null}
            onChange={(event) => state.setOfSearch(event.target.checked)}
          />
        )}
        {isOwn && (
          <Button
            variant="quiet"
            size="sm"
            className="-ms-2 justify-self-start"
            onClick={state.reset}
          >
            <RotateCcw className="size-4" aria-hidden />
            {t(search?.display ? 'display.toDefault' : 'display.toUsual')}
          </Button>
        )}
      </div>
    </div>
  )
}

function SortChoice({ state: { display, change: keep }, change }: Pick<Props, 'state' | 'change'>) {
  const { t } = useTranslation('list')
  const { sort } = useRequestedAddress().address
  const scorePath = useScorePath()
  const isKept = sort.by === display.sortBy && sort.direction === display.sortDirection
  return (
    <div className="grid gap-1">
      <label className="grid gap-1 text-xs text-muted">
        {t('sort.label')}
        <Select
          value={sortNameOf(sort)}
          onChange={(event) => {
            const name = sortNames.find((each) => each === event.target.value)
            if (name) change({ sort: sortChoices[name] })
          }}
        >
          {sortNames.map((name) => (
            <option key={name} value={name}>
              {t(`sort.${name}`)}
            </option>
          ))}
        </Select>
      </label>
      {sort.by === 'score' && scorePath !== null && (
        <Link to={scorePath} className="link min-h-6 text-sm">
          {t('sort.weights')}
        </Link>
      )}
      {!isKept && (
        <Button
          variant="quiet"
          size="sm"
          className="-ms-2 justify-self-start"
          onClick={() => keep({ sortBy: sort.by, sortDirection: sort.direction })}
        >
          {t('display.keepOrder')}
        </Button>
      )}
    </div>
  )
}

/** The chosen columns in their order, then the others. */
function Columns({ view, state: { display, change }, fitting }: Omit<Props, 'change'>) {
  const { t } = useTranslation('list')
  const known = columnsOfView(view)
  const chosen = display.columns.filter((name) => known.includes(name))
  const others = known.filter((name) => !chosen.includes(name))
  const hidden = chosen.filter((name) => !fitting.includes(name))
  const nameOf = (name: ListColumn) => t(`columns.${name}`)
  const box = (name: ListColumn) => (
    <Checkbox
      key={name}
      className="min-w-0 flex-1"
      label={nameOf(name)}
      checked={chosen.includes(name)}
      onChange={({ target }) =>
        change({
          columns: target.checked ? [...chosen, name] : chosen.filter((each) => each !== name),
        })
      }
    />
  )
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-xs text-muted">{t('display.columns')}</legend>
      <OrderList
        items={chosen}
        nameOf={nameOf}
        onChange={(columns) => change({ columns: [...columns] })}
      >
        {box}
      </OrderList>
      {hidden.length > 0 && (
        <p className="text-xs text-muted">
          {t('display.noRoom', { columns: hidden.map(nameOf).join(', ') })}
        </p>
      )}
      <div className="grid gap-1 pt-1">{others.map(box)}</div>
    </fieldset>
  )
}
