import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OptedOut } from '#contracts/opt-out.ts'
import { Address } from '#web/ui/address.tsx'
import { Button } from '#web/ui/button.tsx'

const LINES = ['gone', 'visits', 'again', 'proof'] as const

/** What we removed, and what that means from now on. */
export function DonePanel({ outcome, onAnother }: { outcome: OptedOut; onAnother: () => void }) {
  const { t } = useTranslation('opt-out')
  const { domain, storesErased } = outcome
  return (
    <div className="mt-3 grid gap-5">
      <p className="flex items-start gap-3">
        <CircleCheck className="mt-0.5 size-6 shrink-0 text-good" aria-hidden />
        <span>
          <Address>{domain}</Address>{' '}
          {storesErased === null
            ? t('done.already')
            : storesErased === 0
              ? t('done.unknown')
              : t('done.erased', { count: storesErased })}
        </span>
      </p>
      <ul className="grid gap-3 border-t border-line pt-5">
        {LINES.map((line) => (
          <li key={line} className="text-sm text-muted">
            <strong className="font-semibold text-ink">{t(`done.${line}.name`)}</strong>{' '}
            {t(`done.${line}.text`)}
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={onAnother}>
        {t('done.another')}
      </Button>
    </div>
  )
}
