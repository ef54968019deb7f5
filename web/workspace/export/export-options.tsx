import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ExportFormat } from '#contracts/billing/plans.ts'
import { CsvSeparator } from '#contracts/workspace/exports.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'

type ExportFormatsProps = {
  formats: readonly ExportFormat[]
  format: ExportFormat
  onChange: (format: ExportFormat) => void
}

/** A format of a higher plan is shown with the name of that plan. */
export function ExportFormats({ formats, format, onChange }: ExportFormatsProps) {
  const { t } = useTranslation('exports')
  return (
    <Options title={t('format')}>
      {ExportFormat.options.map((each) => (
        <OptionCard
          key={each}
          group="format"
          value={each}
          name={t(`formats.${each}.name`)}
          hint={t(`formats.${each}.hint`)}
          isChosen={each === format}
          isLocked={!formats.includes(each)}
          onChoose={() => onChange(each)}
        />
      ))}
      {formats.length < ExportFormat.options.length && (
        <p className="text-sm text-muted">
          {t('lockedHint')}{' '}
          <Link to={paths.pricing()} className="link whitespace-nowrap">
            {t('seePlans')}
          </Link>
        </p>
      )}
    </Options>
  )
}

type ExportSeparatorsProps = {
  separator: CsvSeparator
  onChange: (separator: CsvSeparator) => void
}

export function ExportSeparators({ separator, onChange }: ExportSeparatorsProps) {
  const { t } = useTranslation('exports')
  return (
    <Options title={t('separator')}>
      {CsvSeparator.options.map((each) => (
        <OptionCard
          key={each}
          group="separator"
          value={each}
          name={t(`separators.${each}.name`)}
          hint={t(`separators.${each}.hint`)}
          isChosen={each === separator}
          onChoose={() => onChange(each)}
        />
      ))}
    </Options>
  )
}

function Options({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="grid gap-2">{children}</div>
    </fieldset>
  )
}

type OptionCardProps = {
  group: string
  value: string
  name: string
  hint: string
  isChosen: boolean
  isLocked?: boolean
  onChoose: () => void
}

function OptionCard(props: OptionCardProps) {
  const { group, value, name, hint, isChosen, isLocked = false, onChoose } = props
  const { t } = useTranslation('exports')
  const id = `export-${value}`
  return (
    <div
      className={cn(
        'relative flex items-start gap-3 rounded-md border px-3.5 py-2.5',
        isChosen ? 'border-action bg-sunken' : 'border-line hover:border-control',
        isLocked && 'text-muted hover:border-line',
      )}
    >
      <input
        type="radio"
        name={`export-${group}`}
        id={id}
        aria-describedby={`${id}-hint`}
        value={value}
        checked={isChosen}
        disabled={isLocked}
        onChange={onChoose}
        className="relative z-1 mt-1 size-4.5 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          {/* The whole card is clickable. */}
          <label
            htmlFor={id}
            className={cn(
              'font-semibold after:absolute after:inset-0',
              isLocked && 'cursor-not-allowed',
            )}
          >
            {name}
          </label>
          {isLocked && <Badge tone="sun">{t('locked')}</Badge>}
        </div>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
    </div>
  )
}
