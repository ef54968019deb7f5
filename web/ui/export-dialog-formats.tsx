import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ExportFormat } from '#contracts/plans.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'

type Props = {
  /** Formats that the plan includes. */
  formats: readonly ExportFormat[]
  format: ExportFormat
  onChange: (format: ExportFormat) => void
}

/** Choice of the file format. A format of a higher plan is shown together with the name of that plan. */
export function ExportFormats({ formats, format, onChange }: Props) {
  const { t } = useTranslation('exports')
  const hasLocked = formats.length < ExportFormat.options.length
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('format')}</legend>
      <div className="grid gap-2">
        {ExportFormat.options.map((each) => {
          const isLocked = !formats.includes(each)
          return (
            <div
              key={each}
              className={cn(
                'relative flex items-start gap-3 rounded-md border px-3.5 py-2.5',
                each === format ? 'border-action bg-sunken' : 'border-line hover:border-control',
                isLocked && 'text-muted hover:border-line',
              )}
            >
              <input
                type="radio"
                name="export-format"
                id={`export-${each}`}
                aria-describedby={`export-${each}-hint`}
                value={each}
                checked={each === format}
                disabled={isLocked}
                onChange={() => onChange(each)}
                className="mt-1 size-4.5 shrink-0"
              />
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center gap-x-2">
                  {/* The whole card is clickable. */}
                  <label
                    htmlFor={`export-${each}`}
                    className={cn(
                      'font-semibold after:absolute after:inset-0',
                      isLocked && 'cursor-not-allowed',
                    )}
                  >
                    {t(`formats.${each}.name`)}
                  </label>
                  {isLocked && <Badge tone="sun">{t('locked')}</Badge>}
                </div>
                <p id={`export-${each}-hint`} className="text-sm text-muted">
                  {t(`formats.${each}.hint`)}
                </p>
              </div>
            </div>
          )
        })}
      </div>
      {hasLocked && (
        <p className="mt-2 text-sm text-muted">
          {t('lockedHint')}{' '}
          <Link to={paths.pricing()} className="link whitespace-nowrap">
            {t('seePlans')}
          </Link>
        </p>
      )}
    </fieldset>
  )
}
