import { Info } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence, FactLabel } from '#contracts/catalog/facts.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

const dots: Record<FactLabel, string> = {
  observed: 'bg-good',
  detected: 'bg-good',
  inferred: 'bg-sun-ink',
  estimated: 'bg-sun-ink',
  unavailable: 'bg-rule',
}

type MarkProps = {
  of: string
  evidence: Evidence
  /** What opens the evidence, such as the name of the value; without it there is an icon. */
  children?: ReactNode
  /** Further text for the evidence popover. */
  note?: ReactNode
}

/**
 * Opens the evidence of a value. How sure the value is stands there only when it was not simply
 * observed.
 */
export function EvidenceMark({ of, evidence, children, note }: MarkProps) {
  const { t } = useTranslation('store-details')
  const title = t('evidence.title', { fact: of })
  const isObserved = evidence.label === 'observed'
  return (
    <Popover title={title} evidence={evidence} note={note}>
      <button
        type="button"
        className="-mx-1.5 inline-flex min-h-8 flex-wrap items-center gap-x-1.5 rounded-sm px-1.5 text-start [&>time]:order-last text-xs text-muted underline decoration-rule decoration-dotted underline-offset-4 hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken pointer-coarse:min-h-11"
      >
        {children ?? (isObserved && <Info className="size-3.5" aria-hidden />)}
        {!isObserved && (
          <span className="inline-flex items-center gap-1.5">
            <span
              className={cn('size-1.5 shrink-0 rounded-full', dots[evidence.label])}
              aria-hidden
            />
            {t(`evidence.labels.${evidence.label}`)}
          </span>
        )}
        <span className="sr-only">. {title}</span>
      </button>
    </Popover>
  )
}

export type EvidenceChip = {
  key: string
  name: string
  detail?: string | null
  evidence: Evidence | null
  note?: ReactNode
}

const box = 'max-w-full rounded-sm border border-line bg-canvas px-2 py-0.5 text-start break-words'

/** Short values side by side; each opens its own evidence. */
export function EvidenceChips({ items }: { items: readonly EvidenceChip[] }) {
  const { t } = useTranslation('store-details')
  return (
    <ul className="flex flex-wrap gap-1.5 py-1">
      {items.map(({ key, name, detail, evidence, note }) => {
        const text = (
          <>
            {name}
            {detail && (
              <>
                {' '}
                <span className="ms-0.5 font-mono text-xs break-all text-faint">{detail}</span>
              </>
            )}
          </>
        )
        const title = t('evidence.title', { fact: name })
        return (
          <li key={key} className="max-w-full">
            {evidence ? (
              <Popover title={title} evidence={evidence} note={note}>
                <button
                  type="button"
                  // Contains the whole visible text, so that voice control users can address the
                  // chip by what they see.
                  aria-label={t('evidence.title', { fact: detail ? `${name} ${detail}` : name })}
                  className={`${box} hover:border-rule hover:bg-sunken data-[state=open]:bg-sunken pointer-coarse:min-h-11`}
                >
                  {text}
                </button>
              </Popover>
            ) : (
              <span className={`inline-block ${box}`}>{text}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Props = { title: string; evidence: Evidence; note?: ReactNode }

/** How sure a value is, and where and when we saw it. */
function EvidenceDetails({ title, evidence, note }: Props) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-muted">{t(`evidence.meaning.${evidence.label}`)}</p>
      {note}
      <dl className="mt-3 grid gap-2 border-t border-line pt-3">
        {evidence.sourceUrl && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.source')}</dt>
            <dd>
              <ExternalLink href={evidence.sourceUrl} className="link break-all">
                {evidence.sourceUrl.replace(/^https?:\/\//, '')}
              </ExternalLink>
            </dd>
          </div>
        )}
        {evidence.path && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.place')}</dt>
            <dd className="font-mono text-xs break-all">{evidence.path}</dd>
          </div>
        )}
        {evidence.observedAt && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.seenAt')}</dt>
            <dd>{t('utcMoment', { moment: formats.moment(evidence.observedAt) })}</dd>
          </div>
        )}
        {evidence.goneAt && (
          <div>
            <dt className="text-xs text-faint">{t('evidence.goneAt')}</dt>
            <dd>{t('utcMoment', { moment: formats.moment(evidence.goneAt) })}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** `children`: the button that opens it, by click, touch or key. */
function Popover({ children, ...shown }: Props & { children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={shown.title}
          sideOffset={6}
          collisionPadding={12}
          className="pop-in z-50 w-[min(22rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-4 text-sm shadow-float focus:outline-none"
        >
          <EvidenceDetails {...shown} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
