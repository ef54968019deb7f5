import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/lib/error-text.ts'

export function CheckoutFailure({ error }: { error: Error }) {
  const { t } = useTranslation('pricing')
  const text = useErrorText(error)
  return (
    <p role="alert" className="mt-2 text-sm text-bad">
      {t('checkoutFailed')} {text}
    </p>
  )
}
