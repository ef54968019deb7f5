import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnKey } from '#contracts/exports.ts'
import { moveColumn } from '#web/lib/export-choice.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { columns: readonly ColumnKey[]; onChange: (columns: readonly ColumnKey[]) => void }

/** The chosen columns in file order. Buttons move them, so keyboard and touch work alike. */
export function ExportOrder({ columns, onChange }: Props) {
  const { t } = useTranslation('exports')
  const [said, setSaid] = useState('')
  const move = (key: ColumnKey, step: -1 | 1) => {
    const next = moveColumn(columns, key, step)
    onChange(next)
    setSaid(t('moved', { column: t(`columns.${key}`), place: next.indexOf(key) + 1 }))
  }
  return (
    <details className="mt-4">
      <summary className="w-fit cursor-pointer rounded-md py-2 text-sm font-semibold pointer-coarse:py-3">
        {t('order')}
      </summary>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      <ol className="mt-1 grid">
        {columns.map((key, at) => {
          const column = t(`columns.${key}`)
          return (
            <li key={key} className="flex items-center gap-2 border-b border-line py-0.5 text-sm">
              <span className="w-6 shrink-0 text-end text-muted tabular-nums">{at + 1}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{column}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('moveUp', { column })}
                aria-disabled={at === 0 || undefined}
                onClick={() => move(key, -1)}
              >
                <ArrowUp className="size-4" aria-hidden />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('moveDown', { column })}
                aria-disabled={at === columns.length - 1 || undefined}
                onClick={() => move(key, 1)}
              >
                <ArrowDown className="size-4" aria-hidden />
              </Button>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
