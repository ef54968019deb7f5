import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ColumnKey,
  columnsOf,
  type ExportView,
  type GroupKey,
  groupsOf,
} from '#contracts/workspace/exports.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/form-controls.tsx'
import { OrderList } from '#web/ui/form/order-list.tsx'
import { byGroup, chooseColumns, defaultColumns } from './export-choice.ts'

type Props = {
  view: ExportView
  columns: readonly ColumnKey[]
  onChange: (columns: readonly ColumnKey[]) => void
}

export function ExportColumns({ view, columns, onChange }: Props) {
  const { t } = useTranslation('exports')
  const all = columnsOf(view)
  const choose = (changed: readonly ColumnKey[], isOn: boolean) =>
    onChange(chooseColumns(view, columns, changed, isOn))
  return (
    <section aria-labelledby="export-columns">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="export-columns" className="text-base font-semibold">
          {t('columnsTitle')}
        </h3>
        <p className="text-sm text-muted" aria-live="polite">
          {t('chosen', { chosen: columns.length, total: all.length })}
        </p>
      </div>
      <div className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={() => choose(all, true)}>
          {t('selectAll')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onChange([])}>
          {t('selectNone')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onChange(defaultColumns[view])}>
          {t('usual')}
        </Button>
      </div>
      <div className="mt-2 grid gap-4">
        {groupsOf(view).map(([group, inGroup]) => (
          <ColumnGroup
            key={group}
            group={group}
            inGroup={inGroup}
            columns={columns}
            onChoose={choose}
          />
        ))}
      </div>
      <ExportOrder view={view} columns={columns} onChange={onChange} />
    </section>
  )
}

type GroupProps = {
  group: GroupKey
  inGroup: readonly ColumnKey[]
  columns: readonly ColumnKey[]
  onChoose: (changed: readonly ColumnKey[], isOn: boolean) => void
}

function ColumnGroup({ group, inGroup, columns, onChoose }: GroupProps) {
  const { t } = useTranslation('exports')
  const chosen = inGroup.filter((key) => columns.includes(key)).length
  const name = t(`groups.${group}`)
  return (
    <fieldset className="rounded-md border border-line px-3.5 pt-1 pb-3">
      <legend className="sr-only">{name}</legend>
      <GroupBox
        label={name}
        spoken={t('allOf', { group: name })}
        state={chosen === 0 ? 'none' : chosen === inGroup.length ? 'all' : 'some'}
        onChange={(isOn) => onChoose(inGroup, isOn)}
      />
      <div className="mt-1 grid gap-x-4 gap-y-1.5 border-t border-line pt-2.5 sm:grid-cols-2">
        {inGroup.map((key) => (
          <Checkbox
            key={key}
            label={t(`columns.${key}`)}
            checked={columns.includes(key)}
            onChange={(event) => onChoose([key], event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type BoxProps = {
  label: string
  spoken: string
  state: 'none' | 'some' | 'all'
  onChange: (isOn: boolean) => void
}

function GroupBox({ label, spoken, state, onChange }: BoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // There is no HTML attribute for this state.
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <Checkbox
      ref={box}
      className="items-center py-1.5 font-semibold"
      label={label}
      aria-label={spoken}
      checked={state === 'all'}
      onChange={() => onChange(state !== 'all')}
    />
  )
}

/** The chosen columns in file order. */
function ExportOrder({ view, columns, onChange }: Props) {
  const { t } = useTranslation('exports')
  const nameOf = (key: ColumnKey) => t(`columns.${key}`)
  return (
    <details className="mt-4">
      <summary className="w-fit cursor-pointer rounded-md py-2 text-sm font-semibold pointer-coarse:py-3">
        {t('order')}
      </summary>
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3 mb-1"
        onClick={() => onChange(byGroup(view, columns))}
      >
        {t('byGroup')}
      </Button>
      <OrderList items={columns} nameOf={nameOf} onChange={onChange}>
        {(key, at) => (
          <>
            <span className="w-6 shrink-0 text-end text-muted tabular-nums">{at + 1}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(key)}</span>
          </>
        )}
      </OrderList>
    </details>
  )
}
