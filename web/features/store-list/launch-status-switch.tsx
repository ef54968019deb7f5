import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LaunchStatus } from '#contracts/facts.ts'

type Props = { value: LaunchStatus; onChange: (value: LaunchStatus) => void }

/** New or established: one of the two always holds. */
export function LaunchStatusSwitch({ value, onChange }: Props) {
  const { t } = useTranslation('list')
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId} className="grid gap-2">
      <legend className="eyebrow mb-3">{t('filters.launch')}</legend>
      <div className="grid grid-cols-2 rounded-md border border-control bg-surface p-1">
        {LaunchStatus.options.map((status) => (
          <label
            key={status}
            className="grid min-h-10 place-items-center rounded-sm px-2 text-center text-sm font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={`launch-status-${hintId}`}
              value={status}
              checked={value === status}
              onChange={() => onChange(status)}
              className="sr-only"
            />
            {t(`filters.${status}`)}
          </label>
        ))}
      </div>
      <p id={hintId} className="text-sm text-muted">
        {t(`filters.${value}Hint`)}
      </p>
    </fieldset>
  )
}
