import { useTranslation } from 'react-i18next'
import { ChangeKind, STORE_CHANGES, StoreEventKind } from '#contracts/catalog/timeline.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/form-controls.tsx'

type Props = { kinds: readonly ChangeKind[]; choose: (kinds: readonly ChangeKind[]) => void }

export function useKindsText({ length: count }: readonly ChangeKind[]): string {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return count === 0
    ? t('timeline.all')
    : t('timeline.chosen', { count, kinds: formats.number(count) })
}

/** The kinds of changes as a foldable panel of checkboxes; none chosen shows all. */
export function TimelineFilter({ kinds, choose }: Props) {
  const { t } = useTranslation('store-details')
  return (
    <details className="group rounded-lg border border-line bg-surface print:hidden">
      <Summary className="px-4 py-2">
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
          {t('timeline.filter')}
          <span className="font-normal text-muted">{useKindsText(kinds)}</span>
        </span>
      </Summary>
      <div className="border-t border-line px-4 pt-4 pb-3">
        <KindChoices kinds={kinds} choose={choose} />
      </div>
    </details>
  )
}

export function KindChoices({ kinds, choose }: Props) {
  const { t } = useTranslation('store-details')
  return (
    <>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {CHANGE_GROUPS.map((group) => (
          <Group key={group.name} group={group} kinds={kinds} choose={choose} />
        ))}
      </div>
      {kinds.length > 0 && (
        <Button variant="quiet" className="mt-3" onClick={() => choose([])}>
          {t('timeline.showAll')}
        </Button>
      )}
    </>
  )
}

/** The first checkbox is for the whole group. */
function Group({ group, kinds, choose }: Props & { group: (typeof CHANGE_GROUPS)[number] }) {
  const { t } = useTranslation(['store-details', 'list'])
  const name = t(`timeline.groups.${group.name}`)
  const chosen = group.kinds.filter((kind) => kinds.includes(kind))
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{name}</legend>
      <Checkbox
        className="mb-2 border-b border-line pb-2 font-semibold"
        label={name}
        checked={chosen.length === group.kinds.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < group.kinds.length
        }}
        onChange={(event) => choose(toggled(kinds, group.kinds, event.target.checked))}
      />
      <div className="grid gap-2 pointer-coarse:gap-0">
        {group.kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`list:changes.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={(event) => choose(toggled(kinds, [kind], event.target.checked))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/**
 * The kinds that the address names, each once and in the order of the contract; unknown ones count
 * as not given.
 */
export function readKinds(params: URLSearchParams): ChangeKind[] {
  const named = new Set(params.get('kinds')?.split(','))
  return ChangeKind.options.filter((kind) => named.has(kind))
}

/** Choosing all kinds, or no kind, means no filter. */
export function withKinds(params: URLSearchParams, kinds: readonly ChangeKind[]): URLSearchParams {
  const next = new URLSearchParams(params)
  const isChoice = kinds.length > 0 && kinds.length < ChangeKind.options.length
  if (isChoice) next.set('kinds', kinds.join(','))
  else next.delete('kinds')
  return next
}

/** In the order of the contract, so that equal choices have equal addresses. */
export const toggled = (
  kinds: readonly ChangeKind[],
  changed: readonly ChangeKind[],
  isOn: boolean,
): ChangeKind[] =>
  ChangeKind.options.filter((kind) => (changed.includes(kind) ? isOn : kinds.includes(kind)))

export function groupOf(kind: ChangeKind) {
  const ofStore = StoreEventKind.safeParse(kind).data
  return ofStore ? STORE_CHANGES[ofStore].group : 'products'
}

/** The kinds of changes by subject, in the order of the menu. */
export const CHANGE_GROUPS = (['life', 'technology', 'contact', 'products'] as const).map(
  (name) => ({ name, kinds: ChangeKind.options.filter((kind) => groupOf(kind) === name) }),
)

export type ChangeGroupName = (typeof CHANGE_GROUPS)[number]['name']
