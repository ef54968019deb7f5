import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

export type Billing = 'monthly' | 'annual'

const billings = ['monthly', 'annual'] as const satisfies Billing[]

/** Monthly or annual; a radio group, because exactly one is always active. */
export function BillingToggle({
  value,
  onChange,
}: {
  value: Billing
  onChange: (value: Billing) => void
}) {
  const { t } = useTranslation('pricing')
  const group = useRef<HTMLFieldSetElement>(null)
  // A choice made before the script loaded fires no change event; without this effect, the page
  // would show the other prices.
  useEffect(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>(':checked')?.value
    const early = billings.find((billing) => billing === chosen)
    if (early && early !== value) onChange(early)
  }, [value, onChange])
  return (
    <fieldset ref={group} className="inline-flex rounded-md border border-control bg-surface p-1">
      <legend className="sr-only">{t('billing.label')}</legend>
      {billings.map((billing) => (
        <label
          key={billing}
          className="inline-flex min-h-10 items-center rounded-sm px-4 text-sm font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="billing"
            value={billing}
            checked={value === billing}
            onChange={() => onChange(billing)}
            className="sr-only"
          />
          {t(`billing.${billing}`)}
        </label>
      ))}
    </fieldset>
  )
}
