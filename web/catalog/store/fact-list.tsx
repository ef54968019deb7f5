import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence, FactKey } from '#contracts/catalog/facts.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { type EvidenceChip, EvidenceChips, EvidenceMark } from './evidence.tsx'

type EvidenceByFact = Partial<Record<FactKey, Evidence>>
const EvidenceContext = createContext<EvidenceByFact>({})

type ListProps = { evidence: EvidenceByFact; children: ReactNode }

export const FactList = ({ evidence, children }: ListProps) => (
  <EvidenceContext value={evidence}>
    <Card>
      <dl className="@container px-4 sm:px-5">{children}</dl>
    </Card>
  </EvidenceContext>
)

type Props = {
  name: FactKey
  /** Null when the store publishes none. */
  value: ReactNode | null
  /** Each part of the value shows its own evidence. */
  hasEvidencePerItem?: boolean
}

/** One value, how sure it is and where we saw it. Says so when the value is not published. */
export function Fact({ name, value, hasEvidencePerItem = false }: Props) {
  const { t } = useTranslation('store-details')
  const label = t(`facts.${name}`)
  const source = use(EvidenceContext)[name]
  const hasSource =
    source &&
    (value === null
      ? source.goneAt !== undefined
      : source.label !== 'unavailable' && !hasEvidencePerItem)
  return (
    <FactRow label={label} mark={hasSource && <EvidenceMark of={label} evidence={source} />}>
      {value ?? <Missing evidence={source} name={name} />}
    </FactRow>
  )
}

type ChipsProps = { name: FactKey; items: readonly EvidenceChip[] }

/** Several short values, each with its own evidence. */
export const FactChips = ({ name, items }: ChipsProps) => (
  <Fact name={name} value={items.length > 0 ? <EvidenceChips items={items} /> : null} />
)

/**
 * Says that the value is not published, or no longer published. A category is never published, so
 * there it says "not recognised".
 */
export function Missing({ evidence, name }: { evidence: Evidence | undefined; name?: FactKey }) {
  const { t } = useTranslation(['store-details', 'common'])
  const formats = useFormats()
  const seenAt = evidence?.goneAt && evidence.observedAt
  const never = name === 'category' ? t('store-details:notRecognised') : t('common:notPublished')
  return (
    <span className="text-faint">
      {seenAt ? t('store-details:gone', { day: formats.day(seenAt.slice(0, 10)) }) : never}
    </span>
  )
}

/** Marks values that we recorded ourselves and that no page publishes. */
export function OwnRecord() {
  const { t } = useTranslation('store-details')
  return <span className="inline-block px-1.5 text-xs text-faint">{t('ownRecord')}</span>
}

type RowProps = { label: ReactNode; mark?: ReactNode; children: ReactNode }

/** Side by side when the list is wide enough for its text, independent of the window size. */
export function FactRow({ label, mark, children }: RowProps) {
  return (
    <div className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 text-sm last:border-0 @lg:grid-cols-[11rem_minmax(0,1fr)_8.5rem]">
      <dt className="text-muted @max-lg:col-span-2 @max-lg:text-xs">{label}</dt>
      <dd className={cn('min-w-0 break-words', !mark && 'col-span-2')}>{children}</dd>
      {mark && <dd className="min-w-24">{mark}</dd>}
    </div>
  )
}
