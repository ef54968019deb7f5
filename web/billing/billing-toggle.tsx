import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Segmented } from '#web/ui/choices.tsx'

const billings = ['monthly', 'annual'] as const
export type Billing = (typeof billings)[number]

const PARAM = 'billing'

/**
 * The billing period is part of the address, so that reload, a language switch and shared links
 * keep it. The usual one has no parameter.
 */
export function useBilling(usual: Billing): [Billing, (billing: Billing) => void] {
  const [params, setParams] = useSearchParams()
  const named = billings.find((billing) => billing === params.get(PARAM))
  const choose = (billing: Billing) =>
    setParams(
      (before) => {
        before.delete(PARAM)
        if (billing !== usual) before.set(PARAM, billing)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [named ?? usual, choose]
}

export function BillingToggle({
  value,
  onChange,
  saving,
}: {
  value: Billing
  onChange: (value: Billing) => void
  /** What annual billing saves, before one switches to it. */
  saving?: string | undefined
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
    <Segmented
      ref={group}
      label={t('billing.label')}
      choices={billings}
      value={value}
      onChange={onChange}
    >
      {(billing) => (
        <span className="grid px-2">
          <span>{t(`billing.${billing}`)}</span>
          {billing === 'annual' && saving && (
            <span className="text-xs font-semibold text-good in-[label:has(:checked)]:text-current">
              {saving}
            </span>
          )}
        </span>
      )}
    </Segmented>
  )
}
