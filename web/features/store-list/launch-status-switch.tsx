import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { StoreScope } from '#contracts/stores.ts'
import type { ChangeList } from './use-list-change.ts'

type Props = { value: StoreScope; change: ChangeList }

/** New, established or both; exactly one is always active. */
export const LaunchStatusSwitch = memo(function LaunchStatusSwitch({ value, change }: Props) {
  const { t } = useTranslation('list')
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId} className="grid gap-2">
      <legend className="eyebrow mb-1">{t('filters.launch')}</legend>
      <div className="flex flex-wrap rounded-md border border-control bg-surface p-1">
        {StoreScope.options.map((status) => (
          <label
            key={status}
            className="grid min-h-9 flex-auto place-items-center rounded-sm px-2 text-center text-sm font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={`launch-status-${hintId}`}
              value={status}
              checked={value === status}
              onChange={() => change({ launchStatus: status })}
              className="sr-only"
            />
            {t(`filters.${status}`)}
          </label>
        ))}
      </div>
      <p id={hintId} className="text-xs text-faint">
        {t(`filters.${value}Hint`)}
      </p>
    </fieldset>
  )
})
