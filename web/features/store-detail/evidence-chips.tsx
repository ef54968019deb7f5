import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#contracts/facts.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Proof } from './evidence-proof.tsx'

export type EvidenceChip = {
  key: string
  name: string
  detail?: string | null
  evidence: Evidence | null
  /** Further text for the evidence popover. */
  note?: ReactNode
}

const box = 'max-w-full rounded-sm border border-line bg-canvas px-2 py-0.5 text-start break-words'

/** Short values side by side; each opens its own evidence. */
export function EvidenceChips({ items }: { items: readonly EvidenceChip[] }) {
  const { t } = useTranslation('store-details')
  return (
    <ul className="flex flex-wrap gap-1.5 py-1">
      {items.map(({ key, name, detail, evidence, note }) => {
        const text = <Text name={name} detail={detail ?? null} />
        const title = t('evidence.title', { fact: name })
        return (
          <li key={key} className="max-w-full">
            {evidence ? (
              <Popover
                label={title}
                trigger={
                  <button
                    type="button"
                    // Contains the whole visible text, so that voice control users can address the chip by what they see.
                    aria-label={t('evidence.title', { fact: detail ? `${name} ${detail}` : name })}
                    className={`${box} hover:border-rule hover:bg-sunken data-[state=open]:bg-sunken pointer-coarse:min-h-11`}
                  >
                    {text}
                  </button>
                }
              >
                <Proof title={title} evidence={evidence} note={note} />
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

const Text = ({ name, detail }: { name: string; detail: string | null }) => (
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
