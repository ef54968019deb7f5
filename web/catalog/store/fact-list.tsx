import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#contracts/catalog/facts.ts'
import { FactKey } from '#contracts/catalog/fact-table.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { type EvidenceChip, EvidenceChips, EvidenceMark } from './evidence.tsx'

type EvidenceByFact = Partial<Record<FactKey, Evidence>>
const EvidenceContext = createContext<EvidenceByFact>({})

type ListProps = { evidence: EvidenceByFact; children: ReactNode }

export const FactList = ({ evidence, children }: ListProps) => (
  <EvidenceContext value={evidence}>
    <dl className="px-4 pb-2">{children}</dl>
  </EvidenceContext>
)

type Props = {
  name: FactKey
  /** Null when the store publishes none. */
  value: ReactNode | null
  /** Each part of the value shows its own evidence. */
  hasEvidencePerItem?: boolean
}

/**
 * One value; its name opens where we saw it. Only `NotPublished` names a value that was never
 * published; a category is never published, so it stays.
 */
export function Fact({ name, value, hasEvidencePerItem = false }: Props) {
  const { t } = useTranslation('store-details')
  const label = t(`facts.${name}`)
  const source = use(EvidenceContext)[name]
  const isGone = value === null && source?.goneAt !== undefined
  if (value === null && !isGone && name !== 'category') return null
  const hasSource =
    source && (isGone || (source.label !== 'unavailable' && !hasEvidencePerItem && value !== null))
  return (
    <FactRow
      label={
        hasSource ? (
          <EvidenceMark of={label} evidence={source}>
            {label}
          </EvidenceMark>
        ) : (
          label
        )
      }
    >
      {value ?? <Missing evidence={source} />}
    </FactRow>
  )
}

type ChipsProps = { name: FactKey; items: readonly EvidenceChip[] }

export const FactChips = ({ name, items }: ChipsProps) => (
  <Fact name={name} value={items.length > 0 ? <EvidenceChips items={items} /> : null} />
)

/** Says that the value is no longer published, or that we recognised none. */
export function Missing({ evidence }: { evidence: Evidence | undefined }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const seenAt = evidence?.goneAt && evidence.observedAt
  return (
    <span className="text-faint">
      {seenAt ? t('gone', { day: formats.day(seenAt) }) : t('notRecognised')}
    </span>
  )
}

export const isNeverPublished = (evidence: Evidence | undefined): boolean =>
  evidence?.label === 'unavailable' && evidence.goneAt === undefined

/** The values that the store never published, in one line that unfolds. */
export function NotPublished({ evidence }: { evidence: EvidenceByFact }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const missing = FactKey.options.filter(
    (key) => key !== 'category' && isNeverPublished(evidence[key]),
  )
  if (missing.length === 0) return null
  const names = missing.map((key) => t(`facts.${key}`)).join(', ')
  return (
    <details className="group min-w-0 text-sm text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center">
        <span className="min-w-0 truncate group-open:whitespace-normal">
          {`${t('notPublished')} (${formats.number(missing.length)})${formats.colon}${names}`}
        </span>
      </summary>
    </details>
  )
}

/** Marks values that we recorded ourselves and that no page publishes. */
export function OwnRecord() {
  const { t } = useTranslation('store-details')
  return <span className="inline-block px-1.5 text-xs text-faint">{t('ownRecord')}</span>
}

type RowProps = { label: ReactNode; mark?: ReactNode; children: ReactNode }

export const FactRow = ({ label, mark, children }: RowProps) => (
  <div className="grid min-h-9 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-3 border-b border-line py-0.5 text-sm last:border-0">
    <dt className="text-xs wrap-anywhere text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">
      {children}
      {mark}
    </dd>
  </div>
)
