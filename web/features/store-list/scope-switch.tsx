import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductScope } from '#contracts/trending-products.ts'

type Props = { value: ProductScope; onChange: (value: ProductScope) => void }

/** Trending products or all; exactly one is always active. */
export function ScopeSwitch({ value, onChange }: Props) {
  const { t } = useTranslation('list')
  const name = useId()
  return (
    <fieldset className="flex rounded-md border border-control bg-surface p-1">
      <legend className="sr-only">{t('products.scope.label')}</legend>
      {ProductScope.options.map((scope) => (
        <label
          key={scope}
          className="grid min-h-9 place-items-center rounded-sm px-3 text-center text-sm font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={scope}
            checked={value === scope}
            onChange={() => onChange(scope)}
            className="sr-only"
          />
          {t(`products.scope.${scope}`)}
        </label>
      ))}
    </fieldset>
  )
}
